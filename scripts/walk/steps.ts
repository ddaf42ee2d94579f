import type { Locator } from '@playwright/test'

import { plainPng } from './plain-png.ts'
import { arrive, inDays, openMailLink, see, type Walk } from './walk.ts'

const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }
const title = 'A roof for the clinic of Ede'
const long = 'The rain comes through the roof of the clinic, and sixty patients wait outside a day.'

/** Counts what two people do on a phone of 360 × 740: pages opened, taps and fields filled in. */
export async function walkSteps(walk: Walk) {
  walk.begin('Steps on a phone')
  await walk.check('a guest finds a campaign by a misspelt name and gives ₦5,000', () =>
    count(walk, giveAsGuest),
  )
  await walk.check('a person signs up and submits a campaign', () => count(walk, submitCampaign))
}

async function giveAsGuest({ page, tap, type }: Steps) {
  await tap(page.getByRole('banner').getByRole('link', { name: 'Find campaigns' }))
  await type(page.getByLabel('Search campaigns').last(), 'readng rom')
  await tap(page.getByRole('main').getByRole('button', { name: 'Search' }))
  await tap(page.getByRole('link', { name: /reading room/ }).first())
  await tap(page.getByRole('link', { name: 'Donate' }).filter({ visible: true }).first())
  await tap(page.getByRole('button', { name: '₦5,000' }))
  await type(page.getByLabel('Email address'), 'steps@example.org')
  await tap(page.getByRole('button', { name: 'Pay now!' }))
  await type(page.getByLabel('Card number'), '4084 0840 8408 4081')
  await type(page.getByLabel('Expiry date'), '12/30')
  await type(page.getByLabel('CVV'), '408')
  await tap(page.getByRole('button', { name: /^Pay/ }))
  await arrive(page, /^\/donations\//)
  await see(page, /₦5,000(\.00)?/)
}

async function submitCampaign(steps: Steps) {
  const { page, tap } = steps
  await tap(page.getByRole('main').getByRole('link', { name: 'Start a campaign' }).first())
  await arrive(page, '/login')
  await tap(page.getByRole('main').getByRole('link', { name: 'Create Account' }))
  await signUp(steps)
  await tap(page.getByRole('link', { name: 'Log in' }))
  if (new URL(page.url()).pathname === '/login') await logIn(steps)
  await arrive(page, '/dashboard/campaigns/create')
  await fillWizard(steps)
  await tap(page.getByRole('button', { name: 'Submit' }))
  await tap(page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }))
  await arrive(page, /^\/dashboard\/profile/)
  await see(page, title)
}

const person = { email: `steps.${Date.now()}@example.org`, password: 'eight or more 88' }

async function signUp({ page, tap, type, choose }: Steps) {
  await type(page.getByLabel('First Name'), 'Tola')
  await type(page.getByLabel('Last Name'), 'Walker')
  await type(page.getByLabel('Email Address'), person.email)
  await choose(page.getByLabel('Gender'), 'Other')
  await type(page.getByLabel('Password', { exact: true }), person.password)
  await type(page.getByLabel('Confirm Password', { exact: true }), person.password)
  await tap(page.getByRole('checkbox'))
  await tap(page.getByRole('button', { name: 'Proceed' }))
  await arrive(page, '/email-verification')
  await openMailLink(page, person.email, /confirm|verify/i)
  await arrive(page, '/email-verified-success')
}

async function logIn({ page, tap, type }: Steps) {
  await type(page.getByLabel('Email'), person.email)
  await type(page.getByLabel('Password', { exact: true }), person.password)
  await tap(page.getByRole('button', { name: 'Proceed' }))
}

async function fillWizard({ page, tap, type, choose }: Steps) {
  const next = page.getByRole('button', { name: 'Next' })
  await type(page.getByLabel('Campaign Title'), title)
  await type(page.getByLabel('Country', { exact: true }), 'Nigeria')
  await type(page.getByLabel('City', { exact: true }), 'Ede')
  await choose(page.getByLabel('Category', { exact: true }), 'Community Development')
  await tap(next)
  await type(page.getByLabel('Description'), 'Sheets for the roof, and two weeks of work.')
  await type(page.getByLabel('Goal Amount'), '750000')
  await type(page.getByLabel('Start Date'), inDays(3))
  await type(page.getByLabel('End Date'), inDays(40))
  for (const label of ['Raise Money For', 'Importance', 'Impact'])
    await type(page.getByLabel(label, { exact: true }), long)
  const picture = { name: 'roof.png', mimeType: 'image/png', buffer: plainPng(1_300, 900) }
  await choose(page.getByLabel('Images', { exact: true }).first(), picture)
  await page.getByRole('button', { name: /Remove photo 1/ }).waitFor()
  await tap(next)
  await type(page.getByLabel('Name', { exact: true }), 'Tola Walker')
  await type(page.getByLabel('Email', { exact: true }), person.email)
  await type(page.getByLabel('Phone Number'), '08012345678')
  await choose(page.getByLabel('Bank', { exact: true }), '058')
  await type(page.getByLabel('Account Number'), '0123456789')
  await tap(page.getByRole('checkbox', { name: 'Yes, pay out to this account' }))
}

type Picture = { name: string; mimeType: string; buffer: Buffer }
type Steps = Awaited<ReturnType<typeof openSteps>>

async function count(walk: Walk, take: (steps: Steps) => Promise<void>) {
  const steps = await openSteps(walk)
  await take(steps)
  const { pages, taps, fields, choices } = steps.counts
  console.log(`    ${pages} pages, ${taps} taps, ${fields} fields typed, ${choices} choices`)
  await steps.page.context().close()
}

/** A phone that opens the landing page. Pages of the development mailbox do not count. */
async function openSteps({ newPage }: Walk) {
  const page = await newPage(phone)
  await page.goto('/', { waitUntil: 'networkidle' })
  const counts = { pages: 1, taps: 0, fields: 0, choices: 0 }
  let path = '/'
  page.on('framenavigated', (frame) => {
    const next = new URL(frame.url()).pathname
    if (frame !== page.mainFrame() || next === path || next.startsWith('/development/')) return
    path = next
    counts.pages += 1
  })
  return {
    page,
    counts,
    tap: async (place: Locator) => {
      await place.tap()
      counts.taps += 1
    },
    /** A script that loads late may empty the field. */
    type: async (place: Locator, text: string) => {
      await place.fill(text)
      await page.waitForLoadState('networkidle')
      if ((await place.inputValue()) === '') await place.fill(text)
      counts.fields += 1
    },
    choose: async (place: Locator, choice: string | Picture) => {
      if (typeof choice === 'string') await place.selectOption(choice)
      else await place.setInputFiles(choice)
      counts.choices += 1
    },
  }
}
