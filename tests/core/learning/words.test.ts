import { expect, it } from 'vitest';
import { fitTexts, predictTexts, reasonsFor } from '../../../src/core/learning/index.ts';
import { Random } from '../../../src/core/learning/random.ts';

const clock = () => performance.now();

const wordings = {
  delivery: ['the parcel arrived late', 'shipment delayed by the carrier', '包裹迟到了三天', '物流一直没有更新,快递延误'],
  billing: ['charged twice on the invoice', 'wrong amount on my bill', '发票金额不对', '账单重复扣款'],
  praise: ['great service, thank you', 'very friendly staff', '服务态度很好', '客服非常热情,谢谢'],
};
const fillers = ['order 4711', 'please help', 'since monday', 'again', '请尽快处理', '订单编号', '昨天', '我们公司'];

it('[DATA-05] classifies texts in English and Chinese that it never saw, says by which words, and is the same after it was kept', () => {
  const random = new Random(1);
  const classes = Object.keys(wordings).sort();
  const texts: string[] = [];
  const labels: number[] = [];
  for (let row = 0; row < 300; row += 1) {
    const label = random.below(3);
    const own = wordings[classes[label] as keyof typeof wordings];
    texts.push(`${fillers[random.below(8)]} ${own[random.below(4)]} ${fillers[random.below(8)]}`);
    labels.push(random.below(25) === 0 ? random.below(3) : label);
  }
  const fitted = fitTexts(texts, Float64Array.from(labels), { kind: 'classes', classes }, { seed: 1, deadline: clock() + 20_000, clock });
  expect(fitted.metrics.accuracy).toBeGreaterThan(0.9);
  expect(fitted.baseline.accuracy).toBeLessThan(0.5);
  expect(fitted.telling.every(({ grams }) => grams.length > 0)).toBe(true);

  const kept = JSON.parse(JSON.stringify(fitted.model));
  const fresh = ['两张发票的扣款都不对', 'Carrier was delayed', 'Thank you, FRIENDLY people', '快递又迟到'];
  const outputs = predictTexts(kept, fresh);
  const said = fresh.map(
    (_, row) => classes[[0, 1, 2].sort((one, other) => (outputs[other]?.[row] ?? 0) - (outputs[one]?.[row] ?? 0))[0] as number],
  );
  expect(said).toEqual(['billing', 'delivery', 'praise', 'delivery']);
  expect(reasonsFor(kept, '快递又迟到', classes.indexOf('delivery')).length).toBeGreaterThan(0);
});
