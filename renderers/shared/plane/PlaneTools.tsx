import { useTranslate } from '../../../src/engine/index.ts';
import { PlainButton } from '../controls/PlainButton.tsx';
import { step } from './useView.ts';
import './plane.css';

interface PlaneToolsProps {
  enlarge: (factor: number) => void;
  showAll: () => void;
}

/** Enlarges, reduces and shows all, in a corner of the window. */
export function PlaneTools({ enlarge, showAll }: PlaneToolsProps) {
  const t = useTranslate();
  const tools = [
    { icon: 'zoom-in', text: t('network.enlarge'), act: () => enlarge(step) },
    { icon: 'zoom-out', text: t('network.reduce'), act: () => enlarge(1 / step) },
    { icon: 'fullscreen', text: t('network.showAll'), act: showAll },
  ];
  return (
    <div className="tg-plane-tools">
      {tools.map(({ icon, text, act }) => (
        <PlainButton key={icon} icon={icon} size="small" aria-label={text} title={text} onClick={act} />
      ))}
    </div>
  );
}
