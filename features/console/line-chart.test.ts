import { deepEqual } from 'node:assert/strict';
import { lineChart } from './line-chart.js';

describe('a line chart', () => {
  it('draws a value without neighbours as a point', () => {
    const described = { title: 'Credits', unit: 'credits', by: 'Day' };
    const chart = lineChart(described, ['1', '2', '3', '4', '5'], [{ name: 'sold', values: [1, null, 1, 0, null] }]);
    deepEqual(
      chart.lines.map(({ path, points }) => [path, points]),
      [['M50 0L75 100', 'M0 0h0']],
    );
  });
});
