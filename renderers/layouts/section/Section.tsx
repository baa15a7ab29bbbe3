import { useEffect, useId, useRef, useState } from 'react';
import { Nodes, useReveal, Visible, type WidgetProps } from '../../../src/engine/index.ts';
import type { SectionOptions } from '../../../src/generated/options.ts';
import { classes } from '../../shared/classes.ts';
import { Glyph } from '../../shared/icon/Glyph.tsx';
import { Icon } from '../../shared/icon/Icon.tsx';
import './section.css';

/** A titled region. Its content is made when it is first shown, and rests while folded. */
export function Section({ options, scope, expose }: WidgetProps<SectionOptions>) {
  const { title, description, icon, extra, body, collapsible = false, plain, padding = 'medium' } = options;
  const [folded, setFolded] = useState(options.collapsed === true);
  const titleId = useId();
  const bodyId = useId();
  const collapsed = collapsible && folded;
  const wasShown = useRef(false);
  if (!collapsed) wasShown.current = true;
  useEffect(() => expose({ collapsed }), [expose, collapsed]);
  useReveal(body, () => setFolded(false));

  const heading = title ? (
    <>
      {icon ? <Icon name={icon} size={18} /> : null}
      <span>{title}</span>
    </>
  ) : null;
  return (
    <section
      className={classes('tg-section', plain && 'tg-section-plain')}
      aria-labelledby={title ? titleId : undefined}
      data-padding={padding}
    >
      {title || description || extra?.length ? (
        <div className="tg-section-head">
          <div className="tg-section-titles">
            {title ? (
              <h2 className="tg-section-title" id={titleId}>
                {collapsible ? (
                  <button
                    type="button"
                    className="tg-section-toggle"
                    aria-expanded={!collapsed}
                    aria-controls={collapsed ? undefined : bodyId}
                    onClick={() => setFolded(!folded)}
                  >
                    <Glyph name={collapsed ? 'right' : 'down'} size={16} />
                    {heading}
                  </button>
                ) : (
                  heading
                )}
              </h2>
            ) : null}
            {description ? <p className="tg-section-description">{description}</p> : null}
          </div>
          {extra?.length ? (
            <div className="tg-section-extra">
              <Nodes nodes={extra} scope={scope} />
            </div>
          ) : null}
        </div>
      ) : null}
      {wasShown.current ? (
        <div className="tg-section-body" id={bodyId} hidden={collapsed}>
          <Visible shown={!collapsed}>
            <Nodes nodes={body} scope={scope} />
          </Visible>
        </div>
      ) : null}
    </section>
  );
}
