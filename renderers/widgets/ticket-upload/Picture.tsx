import { useState } from 'react';
import { useTranslate } from '../../../src/engine/index.ts';
import { Icon } from '../../shared/icon/Icon.tsx';

/** The picture of a document, small; pressed it stands large beside the values. Other files are links. */
export function Picture({ name, address }: { name: string; address: string | undefined }) {
  const t = useTranslate();
  const [isLarge, setLarge] = useState(false);
  // Another address may work.
  const [broken, setBroken] = useState<string>();
  const isBroken = address !== undefined && broken === address;
  const isImage = /\.(png|jpe?g|gif|webp|bmp)$/i.test(name);
  if (address === undefined || !isImage || isBroken) {
    const icon = <Icon name={isImage ? 'file-image' : 'file'} size={32} />;
    return address === undefined ? (
      <span className="tg-tickets-picture">{icon}</span>
    ) : (
      <a className="tg-tickets-picture" href={address} target="_blank" rel="noreferrer" aria-label={t('ticket-upload.open', { name })}>
        {icon}
      </a>
    );
  }
  return (
    <button
      type="button"
      className="tg-tickets-picture"
      data-large={isLarge || undefined}
      aria-expanded={isLarge}
      aria-label={t('ticket-upload.open', { name })}
      onClick={() => setLarge(!isLarge)}
    >
      <img src={address} alt={t('ticket-upload.preview', { name })} onError={() => setBroken(address)} />
    </button>
  );
}
