import { execFileSync } from 'node:child_process'

/** Installs packages and builds the pages, which two workers that start their servers at the same time would both do. */
// eslint-disable-next-line import/no-default-export -- the runner calls the default export
export default function buildOnce() {
  execFileSync(process.execPath, ['scripts/ajo.mjs', 'build'], { stdio: 'inherit' })
}
