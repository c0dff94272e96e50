export { findPlaylistById, findVideoById } from './by-id.js';
export { allVideos, channels, playlists } from './catalogue.js';
export {
  countViews,
  createVideos,
  type SandboxChannel,
  type SandboxPlaylist,
  SandboxVideo,
  videosIn,
} from './channel.js';
