import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Files with a submit button of their own, and why they need no countdown. */
const exceptions: Record<string, string> = {
  'web/forms/form-buttons.tsx': 'has the countdown',
  'web/forms/submit-button.tsx': 'has the countdown',
  'web/features/campaign-list/campaign-search.tsx': 'reads with GET',
  'web/screens/public/verify.tsx': 'reads with GET',
  'web/layouts/mail-link-layout.tsx': 'its response is another page',
  'web/layouts/wait-page.tsx': 'is the wait itself',
}

it('gives every form that is sent to the API a button with a countdown', () => {
  const files = globSync('web/**/*.tsx', { cwd: root }).filter((file) => !/\.test\./.test(file))
  const own = files.filter((file) => /type="submit"/.test(readFileSync(join(root, file), 'utf8')))
  expect(own.toSorted()).toEqual(Object.keys(exceptions).toSorted())
})
