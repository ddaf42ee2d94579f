import { expect, test } from '@playwright/test'

import { listMails } from '#dev/mailbox/mail-preview-page.ts'
import { testMailSite } from '#test/support/mail/mails.ts'

import { beside320, violations } from './accessible.ts'

for (const [name, mails] of listMails(testMailSite))
  test(`is accessible and fits 320 px: ${name}`, async ({ browser }) => {
    await using page = await browser.newPage({ offline: true })
    for (const { html } of mails) {
      await page.setContent(html)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await violations(page), colorScheme).toEqual([])
      }
      expect(await beside320(page)).toBe(0)
      for (const link of await page.getByRole('link').all())
        expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
  })
