import type { Page } from '@playwright/test'

import { openHostedServices } from '../support/servers/hosted-services.ts'
import { startAjo, type Ajo } from './ajo.ts'
import { bringDraft, fillContact, fillSignUp, openWizard } from './forms.ts'
import { donateAsGuest, logIn, readMailedLink } from './steps.ts'
import { expect, test as base } from './story.ts'

type Rehearsal = Awaited<ReturnType<typeof openHostedServices>>

/** A server with accounts at Google's emulator, content at the fake of Sanity and payments in the sandbox, and no other change. */
const test = base.extend<object, { services: Rehearsal; ajo: Ajo }>({
  services: [
    // eslint-disable-next-line no-empty-pattern -- the runner reads the fixture's needs from this pattern
    async ({}, use) => {
      await using services = await openHostedServices()
      await use(services)
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  ajo: [
    async ({ services: { env } }, use) => {
      await using ajo = await startAjo({ env, template: process.env.AJO_HOSTED_DATA })
      await use(ajo)
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

const openMailedLink = async (page: Page, to: string, subject: RegExp) => {
  await page.goto(await readMailedLink(page, { to, subject, path: '/handle-action' }))
}

test(
  'accounts, a campaign and a donation work with all three hosted services',
  { tag: '@long' },
  async ({ person, ajo, services }) => {
    const ada = { email: 'ada@example.org', password: 'well and truly 47' }
    const moved = { email: 'ada.obi@example.org', password: 'a fresh start 12' }
    const owner = await person()

    await test.step('an organiser signs up and confirms the address by our mail', async () => {
      await owner.goto('/signup')
      await fillSignUp(owner, ada)
      await owner.getByRole('button', { name: 'Proceed' }).click()
      await expect(owner).toHaveURL(/\/email-verification$/)
      await openMailedLink(owner, ada.email, /Confirm your email address/)
      await expect(owner).toHaveURL(/\/email-verified-success$/)
    })
    await test.step('resets the password by our mail', async () => {
      await owner.context().clearCookies()
      await owner.request.get(ajo.developmentLink(), { maxRedirects: 0 })
      await owner.goto('/forgot-password')
      await owner.getByLabel('Email').fill(ada.email)
      await owner.getByRole('button', { name: 'Recover Password' }).click()
      await expect(owner).toHaveURL(/\/reset-password-confirm$/)
      await openMailedLink(owner, ada.email, /Reset your password/)
      await owner.getByLabel('New Password', { exact: true }).fill(moved.password)
      await owner.getByLabel('Confirm Password', { exact: true }).fill(moved.password)
      await owner.getByRole('button', { name: 'Proceed' }).click()
      await expect(owner).toHaveURL(/\/login$/)
    })
    await test.step('logs in and changes the address by our mail', async () => {
      await logIn(owner, { email: ada.email, password: moved.password })
      await expect(owner).toHaveURL(/\/dashboard\//)
      const { origin } = new URL(owner.url())
      const change = { firstname: 'Ada', lastname: 'Obi', email: moved.email }
      const data = { ...change, currentPassword: moved.password }
      const changed = await owner.request.patch('/api/account', { data, headers: { origin } })
      expect(changed.status()).toBe(200)
      await openMailedLink(owner, moved.email, /Confirm your new email address/)
      await expect(owner).toHaveURL(/\/email-verified-success$/)
    })

    const title = 'A well for the rehearsal'
    await test.step('submits a campaign with a picture, which an editor approves at Sanity', async () => {
      await owner.context().clearCookies()
      await owner.goto('/login')
      await logIn(owner, moved)
      await expect(owner).toHaveURL(/\/dashboard\//)
      await bringDraft(owner, title)
      await openWizard(owner)
      await fillContact(owner)
      await owner.getByRole('button', { name: 'Submit' }).click()
      await owner.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click()
      await expect(owner.getByText('Form submitted successfully')).toBeVisible()
    })
    await test.step('a visitor donates in the sandbox, and the organiser sees it', async () => {
      const visitor = await person()
      const path = '/c/a-well-for-the-rehearsal'
      await visitor.goto('/campaigns')
      await expect(visitor.getByRole('main')).not.toContainText(title)
      await services.approve(title, new URL(visitor.url()).origin)
      await visitor.goto('/campaigns')
      await expect(visitor.getByRole('main')).toContainText(title)
      expect((await visitor.goto(path))?.status()).toBe(200)
      await visitor.goto(`${path}/donate`)
      await donateAsGuest(visitor)
      await owner.goto('/dashboard/overview')
      await expect(owner.getByText('₦5,000.00').first()).toBeVisible()
    })
  },
)
