import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Files with a submit button of their own, and why they need no countdown. */
const buttons: Record<string, string> = {
  'web/forms/api-form.tsx': 'has the countdown',
  'web/forms/submit-button.tsx': 'has the countdown',
  'web/pages/dashboard/campaigns.tsx': 'reads with GET',
  'web/pages/public/campaigns.tsx': 'reads with GET',
  'web/pages/staff/admin/operation.tsx': 'reads with GET',
  'web/pages/staff/admin/money.tsx': 'reads with GET',
  'web/pages/staff/parts/staff-list.tsx': 'reads with GET',
  'web/pages/public/verify.tsx': 'reads with GET',
  'web/layouts/mail-link-layout.tsx': 'its response is another page',
  'web/layouts/wait-page.tsx': 'is the wait itself',
  'web/pages/public/my-data-link.tsx': 'its response is another page or a file',
  'web/pages/public/unsubscribe.tsx': 'its response is another page',
  'web/pages/public/campaign.tsx': 'its response is another page',
}

/** Files with a form element of their own, and why nothing of a refusal can be lost. The others use ActionForm or ApiForm. */
const elements: Record<string, string> = {
  'web/router/form.tsx': 'is the element of the others',
  'web/forms/action-form.tsx': 'shows errors of fields that it does not have',
  'web/forms/api-form.tsx': 'shows errors of fields that it does not have',
  'web/pages/dashboard/wizard/wizard-form.tsx': 'shows errors of fields that no tab has',
  'web/pages/account/parts/resend-form.tsx': 'has no fields and shows the error',
  'web/pages/account/handle-action.tsx': 'has no fields and shows the error',
  'web/pages/public/donation.tsx': 'has no fields and shows the error',
  'web/pages/public/refund-account.tsx': 'sends again what the form before it sent',
  'web/pages/dashboard/campaigns.tsx': 'reads with GET',
  'web/pages/public/campaigns.tsx': 'reads with GET',
  'web/pages/staff/admin/operation.tsx': 'reads with GET',
  'web/pages/staff/admin/money.tsx': 'reads with GET',
  'web/pages/staff/parts/staff-list.tsx': 'reads with GET',
  'web/pages/public/verify.tsx': 'reads with GET',
  'web/layouts/public-layout.tsx': 'reads with GET',
  'web/layouts/frame.tsx': 'its response is another page',
  'web/layouts/mail-link-layout.tsx': 'its response is another page',
  'web/layouts/wait-page.tsx': 'its response is another page',
  'web/pages/public/unsubscribe.tsx': 'its response is another page',
  'web/pages/public/campaign.tsx': 'its response is another page',
  'web/pages/public/my-data-link.tsx': 'its response is another page or a file',
  'web/pages/parts/donation/abroad-sums.tsx': 'its response is another page',
}

const findFiles = (pattern: RegExp) =>
  globSync('web/**/*.tsx', { cwd: root })
    .filter(
      (file) => !/\.test\./.test(file) && pattern.test(readFileSync(join(root, file), 'utf8')),
    )
    .toSorted()

it('gives every form that is sent to the API a button with a countdown', () => {
  expect(findFiles(/type="submit"/)).toEqual(Object.keys(buttons).toSorted())
})

it('gives every form an element that shows the errors of fields that it lacks', () => {
  expect(findFiles(/^ *(?:return )?<(?:Form|form)(?:\s|>)/m)).toEqual(
    Object.keys(elements).toSorted(),
  )
})
