import { useEffect, useState } from 'react';
import { useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { GreetingOptions } from '../../../src/generated/options.ts';
import { bandOf, untilNextHour } from './band.ts';
import './greeting.css';

/** Hour of the local clock; moves on with it. */
function useHour(): number {
  const [hour, setHour] = useState(() => new Date().getHours());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      timer = setTimeout(() => {
        setHour(new Date().getHours());
        wait();
      }, untilNextHour(new Date()) + 50);
    };
    // A sleeping computer stops its timers: look at the clock when the window is seen again.
    const onSeen = () => setHour(new Date().getHours());
    wait();
    document.addEventListener('visibilitychange', onSeen);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onSeen);
    };
  }, []);
  return hour;
}

/** A greeting by the local hour (HOME-10). */
export function Greeting({ options }: WidgetProps<GreetingOptions>) {
  const t = useTranslate();
  const { userName, texts, description, element: Element = 'p', tone = 'default' } = options;
  const band = bandOf(useHour());
  const words = texts?.[band] ?? t(`layout.greeting.${band}`);
  return (
    <div className="tg-greeting" data-tone={tone} data-band={band}>
      <Element className="tg-greeting-words">
        {userName ? t('layout.greeting.withName', { greeting: words, name: userName }) : words}
      </Element>
      {description ? <p className="tg-greeting-description">{description}</p> : null}
    </div>
  );
}
