import { useEffect, useState } from 'react';
import { Nodes, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { FileViewOptions } from '../../../src/generated/options.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { ownAddress, shownAs } from './kind.ts';
import { TextPages } from './TextPages.tsx';
import './file-view.css';

/** A file as far as it can be shown without running anything in it (MISC-05). */
export function FileView({ options, scope, expose }: WidgetProps<FileViewOptions>) {
  const { type, size, fileName, fallback } = options;
  const [broken, setBroken] = useState<string>();
  const url = ownAddress(options.url);
  const name = fileName ?? '';
  const kind = url === undefined || broken === url ? 'none' : shownAs(type ?? '', size ?? undefined, navigator.pdfViewerEnabled !== false);
  useEffect(() => expose({ shown: kind }), [expose, kind]);
  if (url === undefined || kind === 'none')
    return <Unshown options={options}>{fallback ? <Nodes nodes={fallback} scope={scope} /> : null}</Unshown>;
  const onFailed = () => setBroken(url);
  if (kind === 'pdf') return <iframe className="tg-file-frame" src={url} title={name} />;
  if (kind === 'text') return <TextPages key={url} url={url} name={name} onFailed={onFailed} />;
  return <Picture key={url} url={url} name={name} onFailed={onFailed} />;
}

function Unshown({ options, children }: { options: FileViewOptions; children: React.ReactNode }) {
  const t = useTranslate();
  const isPdf = options.type === 'application/pdf';
  return (
    <div className="tg-file-unshown" role="status">
      <p className="tg-file-unshown-title">{t('error.unsupportedResponse')}</p>
      <p>{options.fileName}</p>
      {isPdf ? <p>{t('file.pdfHere')}</p> : null}
      {children}
    </div>
  );
}

function Picture({ url, name, onFailed }: { url: string; name: string; onFailed: () => void }) {
  const t = useTranslate();
  const [isActual, setActual] = useState(false);
  return (
    <div className="tg-file-picture">
      <div className="tg-file-tools">
        <PlainButton text={t(isActual ? 'file.zoomOut' : 'file.zoomIn')} size="small" onClick={() => setActual(!isActual)} />
      </div>
      {/* What does not fit is reached with the keys of a region that scrolls. */}
      <section className="tg-file-stage" data-actual={isActual || undefined} aria-label={name} tabIndex={isActual ? 0 : undefined}>
        <img src={url} alt={name} onError={onFailed} />
      </section>
    </div>
  );
}
