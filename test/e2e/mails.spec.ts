import { expect, test } from '@playwright/test'

import { listMails } from '#dev/mailbox/mail-preview-page.ts'
import { testMailSite } from '#test/mails.ts'

import { beside320, violations } from './accessible.ts'

for (const [name, mails] of listMails(testMailSite))
  for (const colorScheme of ['light', 'dark'] as const)
    test(`is accessible and fits 320 px in ${colorScheme} mode: ${name}`, async ({ browser }) => {
      await using page = await browser.newPage({ colorScheme, offline: true })
      for (const { html } of mails) {
        await page.setContent(html)
        expect(await violations(page)).toEqual([])
        expect(await beside320(page)).toBe(0)
        for (const link of await page.getByRole('link').all())
          expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      }
    })
