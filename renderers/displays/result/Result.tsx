import { Nodes, type WidgetProps } from '../../../src/engine/index.ts';
import type { ResultOptions } from '../../../src/generated/options.ts';
import { Illustration } from './Illustration.tsx';
import './result.css';

/** Explains a state of a whole page (MISC-01). */
export function Result({ options, scope }: WidgetProps<ResultOptions>) {
  const { status = 'info', title, description, detail, level = 1, actions } = options;
  const Title = `h${level}` as 'h1' | 'h2' | 'h3' | 'h4';
  return (
    <div className="tg-result" data-status={status}>
      <Illustration status={status} />
      <Title className="tg-result-title">{title}</Title>
      {description ? <p className="tg-result-description">{description}</p> : null}
      {detail ? <p className="tg-result-detail">{detail}</p> : null}
      {actions?.length ? (
        <div className="tg-result-actions">
          <Nodes nodes={actions} scope={scope} />
        </div>
      ) : null}
    </div>
  );
}
