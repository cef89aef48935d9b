import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { createLogger, defineConfig, type Plugin } from 'vite';

/** Precompress the built files with Brotli and gzip, so that the server need not compress at every request. */
function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
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

/** Fonts of alphabets that few names use: they are cached when they are first used, and not precached. */
const RARE_FONTS = /-(cyrillic|cyrillic-ext|vietnamese)-/;

/** Build the service worker: its source after two lines with the version and the files to precache. */
function serviceWorker(): Plugin {
  let root = '';
  let folder = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      folder = resolve(root, config.build.outDir);
    },
    writeBundle() {
      const source = readFileSync(join(root, 'sw/sw.js'), 'utf8');
      const assets = readdirSync(join(folder, 'assets'))
        .filter((name) => !RARE_FONTS.test(name))
        .sort();
      const files = ['index.html', 'kaiten.webmanifest', 'mark.svg', ...assets.map((name) => `assets/${name}`)];
      const hash = createHash('sha256').update(source);
      for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
      const version = hash.digest('hex').slice(0, 12);
      const paths = files.map((file) => (file === 'index.html' ? '/' : `/${file}`));
      writeFileSync(join(folder, 'sw.js'), `const version = '${version}';\nconst precached = ${JSON.stringify(paths)};\n${source}`);
    },
  };
}

/** Fail the build on a file that a stylesheet refers to and that does not exist: Vite only warns of it. */
function failOnMissingFile(): Plugin {
  return {
    name: 'fail-on-missing-file',
    apply: 'build',
    config: () => {
      const logger = createLogger();
      const failOrWarn: typeof logger.warn = (message, options) => {
        if (message.includes("didn't resolve at build time")) throw new Error(message);
        logger.warn(message, options);
      };
      return { customLogger: { ...logger, warn: failOrWarn, warnOnce: failOrWarn } };
    },
  };
}

export default defineConfig({
  plugins: [failOnMissingFile(), svelte(), serviceWorker(), precompress()],
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
});
