// When does a channel do best?
import { api } from './client.js';

const channel = '@copper-kettle-kitchen';
const [info, statistics, audit] = await Promise.all([
  api.videoPlatformChannel.info({ channel }),
  api.videoPlatformChannel.statistics({ channel }),
  api.videoPlatformChannel.audit({ channel }),
]);
console.log(`${info.title}: ${statistics.subscribers} subscribers`);
console.log(`Best on ${audit.bestUploadDay} at ${audit.bestUploadHourUTC} UTC`);
