// The most viewed videos about a topic.
import { api } from './client.js';

const { data } = await api.videoPlatformSearch.videos({ q: 'sourdough', limit: 5, sort: 'viewCount' });
for (const { title, views } of data.videos) console.log(`${views} views: ${title}`);
