// A QR code for a menu, as a file.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from './client.js';

const image = await api.qrCode.generateFile({
  qr_code_text: 'https://example.com/menu',
  image_format: 'PNG',
  image_width: 600,
  body_style: 'dot',
  foreground_color: '#1a2b3c',
});

const folder = await mkdtemp(join(tmpdir(), 'menu-'));
const file = join(folder, 'menu.png');
await image.save(file);
console.log(`${image.type}, ${image.size} bytes, in ${file}`);
await rm(folder, { recursive: true });
