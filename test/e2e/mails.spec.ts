import { listMails } from '#dev/mailbox/mailbox-routes.ts'
import { testMailSite } from '#test/support/mail/mails.ts'

import { beside320, violations } from './accessible.ts'
import { examinesAll, takeOne } from './appearances.ts'
import { expect, test } from './story.ts'

const colorSchemes = ['light', 'dark'] as const

/** One mail of each kind in one colour scheme. SCREENS=all examines every one in both. */
test('each mail is accessible and fits 320 px', async ({ browser }) => {
  await using page = await browser.newPage({ offline: true })
  for (const [place, [name, mails]] of listMails(testMailSite).entries())
    await test.step(name, async () => {
      for (const { html } of examinesAll ? mails : mails.slice(0, 1)) {
        await page.setContent(html)
        for (const colorScheme of examinesAll ? colorSchemes : takeOne(colorSchemes, place)) {
          await page.emulateMedia({ colorScheme })
          expect.soft(await violations(page), `${name}, ${colorScheme}`).toEqual([])
        }
        expect.soft(await beside320(page), name).toBe(0)
        expect.soft(await page.evaluate<string[]>(lowLinks), name).toEqual([])
      }
    })
})

const lowLinks = `[...document.querySelectorAll('a')]
  .filter((link) => link.getBoundingClientRect().height < 44)
  .map((link) => link.textContent)`
