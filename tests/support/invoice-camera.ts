import { type Browser, chromium } from '@playwright/test';
import { chromiumArguments, findChromium } from './chromium.mjs';
import { invoicePage, type PaperInvoice, type Taken } from './invoice-pages.ts';

/** Takes pictures of invoices: a browser draws them. */
export class InvoiceCamera {
  private constructor(private readonly browser: Browser) {}

  static async open(): Promise<InvoiceCamera> {
    const executablePath = findChromium();
    return new InvoiceCamera(await chromium.launch({ ...(executablePath !== undefined && { executablePath }), args: chromiumArguments }));
  }

  /** A picture of the invoice: JPEG where a quality is given, otherwise PNG. */
  async take(invoice: PaperInvoice, taken: Taken = {}): Promise<Buffer> {
    const isSideways = Math.abs((taken.turn ?? 0) % 180) > 45;
    const viewport = isSideways ? { width: 760, height: 1_100 } : { width: 1_100, height: 760 };
    const page = await this.browser.newPage({ viewport, deviceScaleFactor: taken.scale ?? 1.5 });
    try {
      await page.setContent(invoicePage(invoice, taken));
      return await page.screenshot(taken.jpeg === undefined ? { type: 'png' } : { type: 'jpeg', quality: taken.jpeg });
    } finally {
      await page.close();
    }
  }

  /** The invoice as a PDF with its text, as programs that issue invoices make them. */
  async print(invoice: PaperInvoice): Promise<Buffer> {
    const page = await this.browser.newPage();
    try {
      await page.setContent(invoicePage(invoice));
      // Filters make a picture of what stands in them.
      await page.addStyleTag({ content: '.all { filter: none }' });
      return await page.pdf({ width: '1100px', height: '760px', printBackground: true });
    } finally {
      await page.close();
    }
  }

  async close(): Promise<void> {
    await this.browser.close();
  }
}
