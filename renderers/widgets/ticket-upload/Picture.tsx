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
  /** The room a picture takes is there before its address, and where it does not come: nothing below moves away from under a finger. */
  const part = { className: 'tg-tickets-picture', 'data-image': isImage || undefined };
  if (address === undefined || !isImage || isBroken) {
    const icon = <Icon name={isImage ? 'file-image' : 'file'} size={32} />;
    return address === undefined ? (
      <span {...part}>{icon}</span>
    ) : (
      <a {...part} href={address} target="_blank" rel="noreferrer" aria-label={t('ticket-upload.open', { name })}>
        {icon}
      </a>
    );
  }
  return (
    <button
      type="button"
      {...part}
      data-large={isLarge || undefined}
      aria-expanded={isLarge}
      aria-label={t('ticket-upload.open', { name })}
      onClick={() => setLarge(!isLarge)}
    >
      <img src={address} alt={t('ticket-upload.preview', { name })} onError={() => setBroken(address)} />
    </button>
  );
}
