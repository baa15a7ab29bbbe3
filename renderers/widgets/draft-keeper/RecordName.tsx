import { PlainButton } from '../../shared/controls/PlainButton.tsx';

/** The name of a record; with somewhere to show it, the way there. */
export function RecordName({ id, name, onShow }: { id?: string; name: string; onShow: (() => void) | undefined }) {
  if (!onShow)
    return (
      <span id={id} className="tg-draft-name">
        {name}
      </span>
    );
  return <PlainButton id={id} className="tg-draft-name" look="link" size="small" text={name} onClick={onShow} />;
}
