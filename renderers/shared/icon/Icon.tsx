import { useEffect, useState } from 'react';
import { loadCode } from '../../../src/engine/index.ts';
import './icon.css';
import { type IconShape, iconShape, readyIcons } from './shapes.ts';

type Data = typeof import('./data.ts');
let data: Data | undefined;
let loading: Promise<Data> | undefined;

/** Loads the shapes of the less common icons once for the window. A failed load can be tried again. */
function loadIcons(): Promise<Data> {
  loading ??= loadCode(() => import('./data.ts')).then(
    (module) => {
      data = module;
      return module;
    },
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** undefined while the shapes load, null for a name that is not in the list. */
function useShape(name: string): IconShape | null | undefined {
  const [, setReady] = useState(data !== undefined);
  const shape = iconShape(name, data?.definitions);
  const isMissing = shape === undefined && data === undefined;
  useEffect(() => {
    if (!isMissing) return;
    let current = true;
    loadIcons().then(
      () => current && setReady(true),
      (error: unknown) => console.warn('Icons did not load', error),
    );
    return () => {
      current = false;
    };
  }, [isMissing]);
  return shape ?? (data ? null : undefined);
}

/** The names of all known icons, sorted; empty until the list has come. */
export function useIconNames(): readonly string[] {
  useShape('');
  return data ? [...new Set([...readyIcons, ...Object.keys(data.definitions)])].sort() : [];
}

export interface IconProps {
  /** Name in kebab-case, such as `setting`. An unknown name shows a neutral dot. */
  name: string;
  /** Pixels. Default the height of the text around. */
  size?: number | undefined;
  /** What it means; without it, it is decoration. */
  label?: string | undefined;
}

/** A named icon in the colour of the text around it. Takes its place before its shape is there. */
export function Icon({ name, size, label }: IconProps) {
  const shape = useShape(name);
  const named = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const);
  return (
    <span className="tg-icon" {...named} style={size === undefined ? undefined : { fontSize: size }} data-icon={name}>
      {shape ? (
        <svg viewBox={shape.viewBox} fill="currentColor" focusable="false" aria-hidden="true">
          {shape.paths.map((path) => (
            <path key={path} d={path} />
          ))}
        </svg>
      ) : null}
      {shape === null ? <span className="tg-icon-dot" /> : null}
    </span>
  );
}
