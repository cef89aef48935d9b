import { defineConfig, mergeConfig } from 'vitest/config';
import build from './vite.config.ts';

// A file of its own: to build the client takes Vite, not Vitest.
export default mergeConfig(
  build,
  defineConfig({
    test: {
      environment: 'happy-dom',
      include: ['tests/**/*.test.ts'],
      testTimeout: 20_000, // a machine that runs all checks at once is slow at times
    },
    resolve: { conditions: ['browser'] },
  }),
);
