export { playlistWithId, videoWithId } from './by-id.js';
export { allVideos, channels, playlists } from './catalogue.js';
export { type SandboxChannel, type SandboxPlaylist, SandboxVideo, videosIn, videosOf, viewsOf } from './channel.js';
