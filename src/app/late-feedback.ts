import { lateMessage } from '../engine/index.ts';
import type { Feedback } from '../engine/types.ts';

/** Messages and dialogs of the look. What is said before the look is there waits for it. */
export class LateFeedback implements Feedback {
  private target: Feedback | undefined;
  private waiting: ((target: Feedback) => void)[] = [];

  connect(target: Feedback): void {
    this.target = target;
    const { waiting } = this;
    this.waiting = [];
    for (const say of waiting) say(target);
  }

  readonly message: Feedback['message'] = (...args) => lateMessage((say) => this.with(say), ...args);
  readonly notification: Feedback['notification'] = (...args) => this.with((target) => target.notification(...args));
  readonly dialog: Feedback['dialog'] = (options) =>
    new Promise((resolve, reject) => {
      this.with((target) => {
        target.dialog(options).then(resolve, reject);
      });
    });

  private with(say: (target: Feedback) => void): void {
    if (this.target) say(this.target);
    else this.waiting.push(say);
  }
}
