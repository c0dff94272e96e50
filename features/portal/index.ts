export { portal } from './routes.js';
