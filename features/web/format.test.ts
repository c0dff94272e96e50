import { deepEqual, equal } from 'node:assert/strict';
import { barChart, scaleEnd } from './format.js';

describe('the scale of a chart', () => {
  it('ends at the next round figure, also for values far below 1', () => {
    deepEqual(
      [0, 0.0004, 0.003, 0.06, 0.8, 1, 3, 120].map((value) => scaleEnd(value)),
      [1, 0.001, 0.005, 0.1, 1, 1, 5, 200],
    );
    const described = { title: 'Credits', unit: 'credits per day', markedAs: '', by: 'Day' };
    equal(barChart(described, [{ label: 'today', value: 0.06, marked: 0 }]).bars[0]?.height, 60);
  });
});
