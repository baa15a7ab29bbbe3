import type { Feedback } from './types.ts';

/** Messages and dialogs of whoever shows them. What is said while nobody does waits, is asked for by `need`, and is shown in its order. */
export class LateFeedback implements Feedback {
  private target: Feedback | undefined;
  private waiting: ((target: Feedback) => void)[] = [];

  constructor(private readonly need?: () => void) {}

  readonly connect = (target: Feedback | undefined): void => {
    this.target = target;
    if (target) for (const say of this.waiting.splice(0)) say(target);
  };

  /** Gives what takes the message back, before it is shown and after. */
  readonly message: Feedback['message'] = (level, text) => {
    let isOver = false;
    let takeBack = (): void => undefined;
    this.with((target) => {
      if (!isOver) takeBack = target.message(level, text);
    });
    return () => {
      isOver = true;
      takeBack();
    };
  };
  readonly notification: Feedback['notification'] = (...args) => this.with((target) => target.notification(...args));
  readonly dialog: Feedback['dialog'] = (options) =>
    new Promise((resolve, reject) => {
      this.with((target) => {
        target.dialog(options).then(resolve, reject);
      });
    });

  private with(say: (target: Feedback) => void): void {
    if (this.target) {
      say(this.target);
      return;
    }
    this.waiting.push(say);
    this.need?.();
  }
}
