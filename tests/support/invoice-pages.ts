/** A VAT invoice nobody was ever given: everything a page of it says. Amounts are decimal text. */
export interface PaperInvoice {
  layout: 'digital' | 'paper';
  code: string;
  number: string;
  /** YYYY-MM-DD */
  date: string;
  check: string;
  buyer: string;
  buyerTax: string;
  seller: string;
  sellerTax: string;
  items: { name: string; amount: string; tax: string }[];
  amount: string;
  tax: string;
  total: string;
  capitals: string;
  /** A PNG as a data address, drawn where the QR code of such an invoice stands. */
  qr?: string;
}

/** A credit that takes an invoice back: its amounts are below zero. */
export interface InvoiceWishes {
  layout: PaperInvoice['layout'];
  isCredit?: boolean;
  /** Total before tax at most, in cents. */
  most?: number;
  qr?: string;
}

const names = [
  '华南食品有限公司',
  '北京云端科技股份有限公司',
  '上海晨光贸易有限公司',
  '苏州新区精密机械厂',
  '广州市天河区百货商行',
  '成都锦江医药有限责任公司',
];
const goods = ['*水果制品*苹果汁', '*医药*维生素片', '*纸制品*复印纸', '*食品*压缩饼干', '*运输服务*货运费', '*通用设备*离心泵'];

/** Numbers that look like chance and are the same every time, between 0 and 1. */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** An invoice of a seed: the same one every time. */
export function paperInvoice(seed: number, { layout, isCredit = false, most = 9_000_000, qr }: InvoiceWishes): PaperInvoice {
  const random = chance(seed);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const digits = (count: number) => Array.from({ length: count }, () => Math.floor(random() * 10)).join('');
  const sign = isCredit ? -1 : 1;
  const items = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
    const amount = 100 + Math.floor(random() ** 2 * most);
    return { name: pick(goods), amount, tax: Math.round(amount * pick([0.13, 0.09, 0.06])) };
  });
  const sum = (key: 'amount' | 'tax') => items.reduce((total, item) => total + item[key], 0);
  const money = (cents: number) => `${sign < 0 ? '-' : ''}${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
  const year = 2023 + Math.floor(random() * 3);
  const date = `${year}-${String(1 + Math.floor(random() * 12)).padStart(2, '0')}-${String(1 + Math.floor(random() * 28)).padStart(2, '0')}`;
  const total = sum('amount') + sum('tax');
  return {
    layout,
    date,
    code: layout === 'digital' ? '' : `0440${String(year).slice(2)}00${digits(4)}`.slice(0, 12),
    number: layout === 'digital' ? `${String(year).slice(2)}44${digits(16)}` : digits(8),
    check: layout === 'digital' ? '' : digits(20),
    buyer: pick(names),
    buyerTax: '91110108551385082Q',
    seller: pick(names),
    sellerTax: '91440101MA59UW2P1D',
    items: items.map(({ name, amount, tax }) => ({ name, amount: money(amount), tax: money(tax) })),
    amount: money(sum('amount')),
    tax: money(sum('tax')),
    total: money(total),
    capitals: `${sign < 0 ? '（负数）' : ''}${capitalsOf(total)}`,
    ...(qr !== undefined && { qr }),
  };
}

const figures = '零壹贰叁肆伍陆柒捌玖';
const ranks = ['', '拾', '佰', '仟'];
const groups = ['', '万', '亿'];

/** Cents as they are written out on invoices. */
export function capitalsOf(cents: number): string {
  const whole = String(Math.floor(cents / 100));
  let text = '';
  for (let group = Math.ceil(whole.length / 4) - 1; group >= 0; group -= 1) {
    const part = whole.slice(Math.max(0, whole.length - (group + 1) * 4), whole.length - group * 4);
    let written = '';
    for (const [at, figure] of [...part].entries()) {
      const rank = part.length - 1 - at;
      if (figure !== '0') written += `${figures[Number(figure)]}${ranks[rank]}`;
      else if (/[1-9]/.test(part.slice(at + 1)) && (written !== '' || text !== '') && !written.endsWith('零')) written += '零';
    }
    if (written !== '') text += written + groups[group];
  }
  const [tens, ones] = [Math.floor(cents / 10) % 10, cents % 10];
  const start = whole === '0' ? '' : `${text}圆`;
  if (tens === 0 && ones === 0) return `${start}整`;
  if (ones === 0) return `${start}${figures[tens]}角整`;
  return `${start}${tens === 0 ? (start === '' ? '' : '零') : `${figures[tens]}角`}${figures[ones]}分`;
}

/** How a page was taken: what the camera, the light and the file did to it. */
export interface Taken {
  /** Pixels for each of the page; 1 is a page of 1,000 pixels. */
  scale?: number;
  /** Degrees clockwise. */
  turn?: number;
  blur?: number;
  contrast?: number;
  brightness?: number;
  /** 0..1: how much of the picture is noise. */
  noise?: number;
  /** Quality of a JPEG; none: PNG. */
  jpeg?: number;
  /** The paper is seen from an angle. */
  tilt?: boolean;
  /** Across the page runs a shadow. */
  shadow?: boolean;
  /** Behind the text stands a coloured pattern, as on printed invoices. */
  pattern?: boolean;
  serif?: boolean;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const grouped = (amount: string) => amount;

/** The page as HTML, as a browser draws it. */
export function invoicePage(invoice: PaperInvoice, taken: Taken = {}): string {
  const { turn = 0, blur = 0, contrast = 1, brightness = 1, noise = 0 } = taken;
  const colour = invoice.layout === 'digital' ? '#8a1f11' : '#7a4a12';
  const [year, month, day] = invoice.date.split('-');
  const isSideways = Math.abs(turn % 180) > 45;
  const label = (text: string) => `<span style="color:${colour}">${text}</span>`;
  const party = (word: string, name: string, tax: string) =>
    `<td class="side">${label([...word].join('<br>'))}</td><td class="party">${label('名称：')}${escaped(name)}<br>${label(
      invoice.layout === 'digital' ? '统一社会信用代码/纳税人识别号：' : '纳税人识别号：',
    )}${tax}</td>`;
  const head =
    invoice.layout === 'digital'
      ? `<div class="title">电子发票（增值税专用发票）</div><div class="head">${label('发票号码：')}${invoice.number}<br>${label('开票日期：')}${year}年${month}月${day}日</div>`
      : `<div class="title">广东增值税电子普通发票</div><div class="head">${label('发票代码：')}${invoice.code}<br>${label('发票号码：')}${invoice.number}<br>${label('开票日期：')}${year}年${month}月${day}日<br>${label('校 验 码：')}${invoice.check.replaceAll(/(\d{5})(?=\d)/g, '$1 ')}</div>`;
  const buyer = party('购买方', invoice.buyer, invoice.buyerTax);
  const seller = party('销售方', invoice.seller, invoice.sellerTax);
  const rows = invoice.items
    .map(
      ({ name, amount, tax }) =>
        `<tr><td>${name}</td><td></td><td>箱</td><td class="r">1</td><td class="r">${grouped(amount)}</td><td class="r">13%</td><td class="r">${tax}</td></tr>`,
    )
    .join('');
  const table = `<table class="items"><tr>${['项目名称', '规格型号', '单位', '数量', '金额', '税率', '税额'].map((text) => `<th>${label(text)}</th>`).join('')}</tr>${rows}
    <tr style="height:14px"><td></td></tr><tr><td style="text-align:center">${label('合　　计')}</td><td></td><td></td><td></td><td class="r">¥${invoice.amount}</td><td></td><td class="r">¥${invoice.tax}</td></tr></table>`;
  const sum = `<div class="sum">${label('价税合计（大写）')}<span style="margin:0 40px 0 24px">⊗${invoice.capitals}</span>${label('（小写）')}¥${invoice.total}</div>`;
  const parties =
    invoice.layout === 'digital'
      ? `<table class="parties"><tr>${buyer}${seller}</tr></table>${table}${sum}<div class="note">${label('备注')}</div>`
      : `<table class="parties"><tr>${buyer}</tr></table>${table}${sum}<table class="parties"><tr>${seller}</tr></table>`;
  const filters = [`blur(${blur}px)`, `contrast(${contrast})`, `brightness(${brightness})`].join(' ');
  return `<!doctype html><meta charset="utf-8"><style>
    *{box-sizing:border-box} body{margin:0;background:#d9d5cc;overflow:hidden;width:${isSideways ? 760 : 1100}px;height:${isSideways ? 1100 : 760}px;position:relative;
      font:15px ${taken.serif ? "'Noto Serif CJK SC'" : "'Noto Sans CJK SC'"},sans-serif;color:#1c2333}
    .paper{position:absolute;left:50%;top:50%;width:1000px;height:640px;margin:-320px 0 0 -500px;background:#fff;padding:24px 34px;
      transform:${taken.tilt ? 'perspective(2600px) rotateX(9deg) rotateY(-6deg) ' : ''}rotate(${turn}deg);
      ${taken.pattern ? 'background-image:repeating-linear-gradient(45deg,#f4e6d4 0 3px,#fff 3px 9px);' : ''}}
    .all{position:absolute;inset:0;filter:${filters}} .title{text-align:center;font-size:25px;color:${colour};height:56px}
    .head{position:absolute;right:40px;top:26px;line-height:22px;font-size:14px} .qr{position:absolute;left:36px;top:18px;width:84px;height:84px;image-rendering:pixelated}
    .parties{margin-top:38px;width:100%;border-collapse:collapse} .parties td{border:1px solid ${colour};padding:6px 10px;line-height:27px}
    .parties + .items{margin-top:0} .sum + .parties{margin-top:0} .side{width:34px;text-align:center;line-height:19px!important}
    .items{width:100%;border-collapse:collapse;border:1px solid ${colour}} .items td,.items th{padding:5px 10px;font-weight:normal;line-height:22px} .r{text-align:right}
    .sum{border:1px solid ${colour};border-top:0;padding:9px 14px} .note{border:1px solid ${colour};border-top:0;height:60px;padding:8px}
    .shadow{position:absolute;inset:0;background:linear-gradient(100deg,rgba(0,0,0,0) 35%,rgba(20,20,30,.45) 60%,rgba(20,20,30,.2))}
    </style><div class="all"><div class="paper">${head}${invoice.qr ? `<img class="qr" src="${invoice.qr}">` : ''}${parties}</div>${taken.shadow ? '<div class="shadow"></div>' : ''}</div>
    ${noise > 0 ? `<svg style="position:absolute;inset:0;width:100%;height:100%;opacity:${noise}"><filter id="n"><feTurbulence type="fractalNoise" baseFrequency="0.9" numOctaves="2" seed="7"/><feColorMatrix type="saturate" values="0"/></filter><rect width="100%" height="100%" filter="url(#n)"/></svg>` : ''}`;
}
