export { type Artist, artistsOf, type Chart, chartOf, type Song } from './catalogue.js';
export { type Trend, trends } from './trends.js';
