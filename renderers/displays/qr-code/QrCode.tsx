import { QRCode } from 'antd';
import type { WidgetProps } from '../../../src/engine/index.ts';
import type { QrCodeOptions } from '../../../src/generated/options.ts';
import { Library } from '../../shared/theme/Library.tsx';
import './qr-code.css';

/** A text as a QR code: dark on white in every theme, with a quiet margin, as cameras expect. Drawn on a canvas in the page: the text goes nowhere. */
export function QrCode({ options }: WidgetProps<QrCodeOptions>) {
  const { value, alt } = options;
  if (!value) return null;
  return (
    <Library>
      <span className="tg-qr-code">
        <QRCode
          type="canvas"
          value={value}
          size={176}
          errorLevel="M"
          bordered={false}
          color="#000000"
          bgColor="#ffffff"
          role="img"
          aria-label={alt}
        />
      </span>
    </Library>
  );
}
