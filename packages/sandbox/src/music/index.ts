export { type Artist, type Chart, createChart, listArtists, type Song } from './catalogue.js';
export { type Trend, trends } from './trends.js';
