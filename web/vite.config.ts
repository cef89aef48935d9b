import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vitest/config';

/** Compress once, here, and not at every visit: the server hands out the files as they lie. */
function compressed(): Plugin {
  let folder = '';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(html|js|css|svg|json|webmanifest)$/.test(entry.name)) continue;
        const file = join(entry.parentPath, entry.name);
        const content = readFileSync(file);
        writeFileSync(`${file}.br`, brotliCompressSync(content));
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}

/** Letters that few names are written in: their fonts are kept when somebody needs them. */
const SELDOM = /-(cyrillic|cyrillic-ext|vietnamese)-/;

/** The service worker, which keeps the page for when there is no network: its source, and before it which files, in which version. */
function worker(): Plugin {
  let root = '';
  let folder = '';
  return {
    name: 'worker',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      folder = resolve(root, config.build.outDir);
    },
    writeBundle() {
      const source = readFileSync(join(root, 'sw/sw.js'), 'utf8');
      const assets = readdirSync(join(folder, 'assets')).filter((name) => !SELDOM.test(name)).sort();
      const files = ['index.html', 'kaiten.webmanifest', 'mark.svg', ...assets.map((name) => `assets/${name}`)];
      const hash = createHash('sha256').update(source);
      for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
      const version = hash.digest('hex').slice(0, 12);
      const kept = files.map((file) => (file === 'index.html' ? '/' : `/${file}`));
      writeFileSync(join(folder, 'sw.js'), `const version = '${version}';\nconst kept = ${JSON.stringify(kept)};\n${source}`);
    },
  };
}

export default defineConfig({
  plugins: [svelte(), worker(), compressed()],
  build: {
    outDir: '../src/kaiten/server/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the page's policy allows no data: scripts, and fonts are better cached
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } },
  },
  test: {
    environment: 'happy-dom',
    include: ['tests/**/*.test.ts'],
  },
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
});
