import { isCreditCode } from '../../../../src/core/recognise/index.ts';
import type { Signs } from '../../recognition/ocr/read-line.ts';
import { centsOfCapitals } from './capitals.ts';
import { dayOf, noValues, type Values } from './invoice-qr.ts';

/** What was read of the picture of an invoice. What is null was not there, not sure, or not proven. */
export interface PictureValues extends Values {
  buyerTaxNumber: string | null;
  sellerTaxNumber: string | null;
  /** Decimal text, proven together with `ocrAmount`. */
  tax: string | null;
  total: string | null;
}

/** How sure the model must be of every sign of a value. */
const leastConfidence = { digits: 0.9, names: 0.85 };

/** Text with how sure each of its signs is. */
interface Sure {
  text: string;
  confidence: readonly number[];
}

/**
 * What the rows of a pictured VAT invoice say. Nothing where no invoice number was read for sure, or more than one invoice is in the picture.
 * The rule is exact or empty: figures that cannot be proven must be sure in every sign, and amounts must be proven: what is written out is the
 * total, and amount and tax add up to it.
 */
export function readInvoicePicture(rows: readonly Signs[], today: string): PictureValues | undefined {
  const page = narrow(rows);
  const labels = [...page.text.matchAll(new RegExp(label('发票号码'), 'g'))];
  const number = labels.length === 1 ? digitsBehind(page, '发票号码', '\\d+', [8, 20]) : null;
  if (number === null) return undefined;
  const date = dateOf(page, today);
  // The first two digits of a fully digital number are its year.
  if (number.length === 20 && date !== null && number.slice(0, 2) !== date.slice(2, 4)) return undefined;
  const [buyer = null, seller = null] = namesOf(page);
  const [buyerTaxNumber = null, sellerTaxNumber = null] = taxNumbersOf(page);
  return {
    ...noValues,
    ocrNum: number,
    ocrCode: digitsBehind(page, '发票代码', '\\d+', [10, 12]),
    ocrDate: date,
    ocrCheckNum: digitsBehind(page, '校验码', '(?:\\d{5} ?){3}\\d{5}', [20]),
    ocrBuyer: buyer,
    ocrSeller: seller,
    buyerTaxNumber,
    sellerTaxNumber,
    ...amountsOf(page),
  };
}

/** A printed label, however it is stretched. */
export function label(text: string): string {
  return [...text].join('\\s*');
}

/** Rows as one text of narrow signs: a tab between the lines of a row, no spaces within a line of Chinese. */
function narrow(rows: readonly Signs[]): Sure {
  const signs: { sign: string; confidence: number }[] = [];
  for (const { text, confidence } of rows) {
    for (let at = 0; at < text.length; at += 1) {
      for (const sign of text.charAt(at).normalize('NFKC')) signs.push({ sign, confidence: confidence[at] ?? 0 });
    }
    signs.push({ sign: '\n', confidence: 1 });
  }
  const kept = signs.filter(({ sign }, at) => sign !== ' ' || !isBetweenHan(signs[at - 1]?.sign, signs[at + 1]?.sign));
  return { text: kept.map(({ sign }) => sign).join(''), confidence: kept.map(({ confidence }) => confidence) };
}

function isBetweenHan(before = '', after = ''): boolean {
  return /\p{sc=Han}/u.test(before) && /[\p{sc=Han}:(]/u.test(after);
}

/** The first group of a pattern where every sign of it is sure. */
function sure(page: Sure, match: RegExpMatchArray | null, least: number, group = 1): string | null {
  const place = match?.indices?.[group];
  if (!match || !place) return null;
  const [from, end] = place;
  for (let at = from; at < end; at += 1) if (!/\s/.test(page.text[at] ?? '') && (page.confidence[at] ?? 0) < least) return null;
  return match[group] ?? null;
}

function digitsBehind(page: Sure, name: string, digitsAre: string, lengths: readonly number[]): string | null {
  const pattern = new RegExp(`${label(name)}:?\\s*(${digitsAre})(?![\\d.,])`, 'd');
  const digits = sure(page, pattern.exec(page.text), leastConfidence.digits)?.replaceAll(' ', '') ?? null;
  return digits !== null && lengths.includes(digits.length) ? digits : null;
}

/** A day that exists and is not to come. */
function dateOf(page: Sure, today: string): string | null {
  const match = new RegExp(`${label('开票日期')}:?\\s*((\\d{4})\\s*[年-]\\s*(\\d{1,2})\\s*[月-]\\s*(\\d{1,2})(?!\\d))`, 'd').exec(
    page.text,
  );
  if (!match || sure(page, match, leastConfidence.digits) === null) return null;
  const day = dayOf(match[2] ?? '', match[3] ?? '', match[4] ?? '');
  return day !== null && day <= today ? day : null;
}

/**
 * Buyer and seller: the names in the order of the page. One that is not sure keeps its place, and so does one with a sign of the column beside it
 * (`购买方`, `销售方信息`).
 */
function namesOf(page: Sure): (string | null)[] {
  return [...page.text.matchAll(/(?<![目务])名\s*称:?\s*([^\s:][^\t\n:]{1,60})/dg)].slice(0, 2).map((match) => {
    return partyIn(sure(page, match, leastConfidence.names));
  });
}

/** A name of a company. Nothing where it is none, or ends with a sign of the column beside it. */
export function partyIn(text: string | null | undefined): string | null {
  const name = text?.trim() ?? '';
  return /\p{sc=Han}{2}|[A-Za-z]{3}/u.test(name) && !/[购买销售方信息]$/.test(name) ? name : null;
}

/** Signs that credit codes have not, and what was printed where they are read. */
const notInCodes: Readonly<Record<string, string>> = { O: '0', I: '1', S: '5', Z: '2', V: 'U' };

/** Numbers of tax payers behind their labels: 18 signs of which the last follows from the others. */
function taxNumbersOf(page: Sure): (string | null)[] {
  return [...page.text.matchAll(/识别号:?\s*([0-9A-Z]{15,20})(?![0-9A-Z])/dg)].slice(0, 2).map((match) => {
    const number = sure(page, match, leastConfidence.digits)?.replaceAll(/[OISZV]/g, (sign) => notInCodes[sign] ?? sign) ?? null;
    return number !== null && isCreditCode(number) ? number : null;
  });
}

/** What is printed on invoices that take another one back (`销项负数`, `红字发票信息确认单`, `对应正数发票代码`), and on no other. */
const takesBack = /负\s*数|負\s*數|红\s*字|紅\s*字|红\s*冲|冲\s*红|对\s*应\s*正\s*数/u;

const nothing = { ocrAmount: null, tax: null, total: null };

/**
 * Amount before tax, tax and total. The total in figures must be the one that is written out, and amount and tax must add up to it; where no tax
 * is due, the amount must be the total itself.
 */
function amountsOf({ text }: Sure): Pick<PictureValues, 'ocrAmount' | 'tax' | 'total'> {
  const written = capitalsIn(text);
  const total = centsOf(/小\s*写\s*\)?:?([^\n]*)/.exec(text)?.[1] ?? '', 0);
  if (written === undefined || total === undefined || written !== total) return nothing;
  const sums = /(?<!税\s*)合\s*计([^\n]*)/.exec(text)?.[1] ?? '';
  const amount = centsOf(sums, 0);
  const tax = centsOf(sums, 1) ?? (/\*{2,}|免税|不征税/.test(sums) || amount === total ? 0n : undefined);
  if (amount === undefined || tax === undefined || amount + tax !== total) return nothing;
  // An invoice that takes one back is below zero everywhere: where its minus was lost, words may tell.
  if (tax !== 0n && tax < 0n !== amount < 0n) return nothing;
  if (total > 0n && takesBack.test(text)) return nothing;
  return { ocrAmount: decimal(amount), tax: decimal(tax), total: decimal(total) };
}

/** What is written out, wherever it stands in its row. */
function capitalsIn(text: string): bigint | undefined {
  const row = /大\s*写\s*\)?([^\n]*)/.exec(text)?.[1] ?? '';
  const found = /(?:\(?[负負]数?\)?)?[零〇壹贰貳叁叄參肆伍陆陸柒捌玖拾佰仟万萬亿億圆元圓角分整正]{2,}/u.exec(row.replaceAll(/\s/g, ''));
  const [capitals = ''] = found ?? [];
  return centsOfCapitals(capitals);
}

/** The amount at a place among those of a row, in cents. One that is not written as amounts are is none, and so is what stands behind it. */
function centsOf(row: string, place: number): bigint | undefined {
  const amounts = row.match(/-?[¥Y羊]?\s?-?\d[\d.,]*/g) ?? [];
  const token = (amounts[place] ?? '').replaceAll(/[¥Y羊\s]/g, '');
  if (!/^-?(?:\d{1,3}(?:,\d{3})+|\d+)\.\d{2}$/.test(token)) return undefined;
  return BigInt(token.replaceAll(/[.,]/g, ''));
}

function decimal(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
