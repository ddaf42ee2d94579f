import { execFileSync } from 'node:child_process'

import { openDataTemplates } from './data-templates.ts'

/** Does once what workers that start their servers at the same time would all do: packages, pages and data folders with samples. */
// eslint-disable-next-line import/no-default-export -- the runner calls the default export
export default async function buildOnce() {
  execFileSync(process.execPath, ['scripts/ajo.mjs', 'build'], { stdio: 'inherit' })
  const templates = await openDataTemplates()
  return () => templates[Symbol.dispose]()
}
