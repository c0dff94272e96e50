// Made from openapi.json by `npm run generate`; changes here are lost.

import type { Fields } from '../unknown-fields.js';

// The fields of what several requests have in common.

export const horoscopeSubject: Fields = { sign: true, birth_date: true, birth_time: true, location: true };

export const videoTopic: Fields = { topic: true, language: true, video: true, channel: true };

export const videoSearchFilters: Fields = {
  q: true,
  limit: true,
  sort: true,
  published_after: true,
  published_before: true,
};

export const qrLook: Fields = {
  image_format: true,
  foreground_color: true,
  background_color: true,
  gradient_color: true,
  gradient_type: true,
  gradient_angle: true,
  body_style: true,
  eye_style: true,
  eye_ball_style: true,
  eye_outer_color: true,
  eye_inner_color: true,
  eye1_outer_color: true,
  eye1_inner_color: true,
  eye2_outer_color: true,
  eye2_inner_color: true,
  eye3_outer_color: true,
  eye3_inner_color: true,
  qr_code_logo: true,
  logo_path: true,
  logo_data_base64: true,
  frame_name: true,
  frame_color: true,
  transparent_corners: true,
  frame_text: true,
  frame_text_color: true,
  frame_icon_name: true,
  storage_disk: true,
  storage_folder: true,
  filename: true,
  filename_base: true,
};

export const qrImageOptions: Fields = { ...qrLook, image_width: true, save: true, include_bytes: true };

export const theme: Fields = {
  preset: true,
  primary: true,
  accent: true,
  surface: true,
  background: { color: true, gradient: { from: true, to: true, angle: true }, image: true },
  font: true,
  corners: true,
  buttons: true,
  header: true,
  logo: true,
  logo_data_base64: true,
  logo_shape: true,
};

export const block: Fields = { type: true, props: true, children: true };

export const pageDocument: Fields = {
  version: true,
  title: true,
  language: true,
  theme: theme,
  layout: {
    cols: true,
    gap: true,
    sections: {
      enabled: true,
      collapsible: true,
      default_open: true,
      style: true,
      radius: true,
      border: true,
      background: true,
    },
  },
  blocks: [block],
};

export const qrVisit: Fields = {
  experience_id: true,
  type: true,
  code: true,
  client_ip: true,
  user_agent: true,
  referrer: true,
};
