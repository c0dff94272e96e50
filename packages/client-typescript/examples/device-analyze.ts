// Devices and bots that visit a shop.
import { api } from './client.js';

const { data } = await api.deviceAnalyze({
  ua: 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
});
console.log(
  `${data.browser.name} ${data.browser.version} on ${data.os.name}, ${data.device.type}: ${data.device.model}`,
);
