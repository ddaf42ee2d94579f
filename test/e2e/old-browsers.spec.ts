import { randomUUID } from 'node:crypto'

import sharp from 'sharp'

import { inDays } from './steps.ts'
import { openOldBrowser, otherBrowsers, type OldBrowser } from './old-browser.ts'
import { expect, test } from './story.ts'

/** `npm test` drives the oldest one that runs the scripts, `npm run test:long` all. Chromium 80 and Safari 15 get plain documents. */
const { OLD_BROWSERS: named = 'Chromium 92' } = process.env
const wanted = named === 'all' ? otherBrowsers : named.split(',')
const belowFloor = ['Chromium 80', 'Safari 15']
const because =
  'The old borehole has been dry since March, and four hundred families walk three kilometres for water.'

/** Waits until the page handles forms itself, and types into fields by their names. */
async function fill(page: OldBrowser, values: Record<string, string>, withScript: boolean) {
  const typed = JSON.stringify(values)
  await page.until(`Object.keys(${typed}).every((name) => {
    const field = document.querySelector('[name="' + name + '"]')
    return field && (!${withScript} || Object.keys(field).some((key) => key.startsWith('__react')))
  })`)
  // React takes a value that is set on the element itself for its own.
  await page.run(`for (const [name, value] of Object.entries(${typed})) {
    const field = document.querySelector('[name="' + name + '"]')
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value)
    for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, { bubbles: true }))
  }`)
}

/** Presses the visible button or link with this text. */
const press = (page: OldBrowser, text: string) =>
  page.until(`[...document.querySelectorAll('a, button')].some((each) => {
    const isWanted = each.offsetParent && each.textContent.trim().startsWith(${JSON.stringify(text)})
    if (isWanted) each.click()
    return isWanted
  })`)

const sees = (page: OldBrowser, text: string) =>
  page.until(`document.body.innerText.includes(${JSON.stringify(text)})`)

/** Reloads the page every second until the expression is true. */
const reloadUntil = (page: OldBrowser, expression: string) =>
  page.until(`(async () => {
    if (${expression}) return true
    await new Promise((resolve) => setTimeout(resolve, 1000))
    location.reload()
  })()`)

type Donation = { email: string; withScript: boolean; pay: () => Promise<void> }

async function donate(page: OldBrowser, { email, withScript, pay }: Donation) {
  await openCampaign(page)
  await press(page, 'Donate')
  await page.until("location.pathname.endsWith('/donate')")
  await fill(page, { amount: '4,000', email }, withScript)
  await press(page, 'Pay now!')
  // All people of a test share one address, and without script the server asks to wait.
  await page.until(`(async () => {
    if (location.pathname.includes('/sandbox/')) return true
    const challenge = document.querySelector('[name=challenge]')
    if (!challenge) return false
    await new Promise((resolve) => setTimeout(resolve, 11000))
    challenge.form.submit()
  })()`)
  await pay()
  await page.until("location.pathname.startsWith('/donations/')")
}

for (const name of otherBrowsers.filter((each) => wanted.includes(each)))
  test(`in ${name} people do every public job, log in and start a campaign`, async ({
    ajo,
    person,
  }) => {
    // All browsers share one network address: what one of them sent is forgotten for the next.
    await person()
    await using page = await openOldBrowser(name, ajo.url)
    const withScript = !belowFloor.includes(name)
    const email = `old.${randomUUID().slice(0, 8)}@example.org`
    const done: string[] = []
    /** A job that throws has failed. Below the floor pages are plain documents. */
    const job = async (title: string, run: () => Promise<void>) => {
      await test.step(title, run)
      done.push(title)
    }

    await job('browse', async () => {
      for (const path of ['/', '/campaigns', '/donate']) {
        await page.open(path)
        const style = await page.run(`({
          background: getComputedStyle(document.body).backgroundColor,
          isTooWide: document.documentElement.scrollWidth > innerWidth,
        })`)
        expect(style, path).toEqual({ background: 'rgb(252, 250, 245)', isTooWide: false })
      }
    })
    await job('give with card', () =>
      donate(page, {
        email,
        withScript,
        pay: async () => {
          await fill(page, { number: '4084 0840 8408 4081', expiry: '12/30', cvv: '408' }, false)
          await press(page, 'Pay ')
        },
      }),
    )
    await job('ask for a refund', async () => {
      // The link appears when the payment is booked.
      await reloadUntil(page, `document.querySelector('main a[href$="/refund"]')`)
      await page.run(`document.querySelector('main a[href$="/refund"]').click()`)
      await press(page, 'Email me the link')
      await sees(page, 'We’ve emailed you a link, to the address that you donated with.')
      await page.open(ajo.developmentLink())
      await openMail(page, email, 'Your link to request a refund', '/donations/')
      await fill(page, { reason: because }, withScript)
      await press(page, 'Request the refund')
      await sees(page, 'We’ve received your request.')
    })
    await job('give by transfer', () =>
      donate(page, {
        email,
        withScript,
        pay: async () => {
          await press(page, 'Bank transfer')
          await press(page, 'I’ve sent the money')
          // The answer leads back to Ajo. Reloading meanwhile would cancel it.
        },
      }),
    )
    await job('follow', async () => {
      const reader = `reader.${email}`
      await openCampaign(page)
      await page.until(`[...document.querySelectorAll('summary')].some((each) => {
        const isWanted = each.textContent.includes('Follow this campaign')
        if (isWanted) each.click()
        return isWanted
      })`)
      await fill(page, { email: reader }, withScript)
      await press(page, 'Follow')
      await sees(page, 'We emailed you a link.')
      await page.open('/development/mailbox')
      await openMail(page, reader, 'Do you want updates', '/follow/')
      await press(page, 'Yes, it was me')
      await sees(page, 'Confirmed.')
    })
    await job('report', async () => {
      await openCampaign(page)
      await page.open(`${await page.run<string>('location.pathname')}/report`)
      await fill(page, { reason: 'fraud', details: because }, withScript)
      await press(page, 'Send report')
      await sees(page, 'Your report number:')
    })
    await job('log in', async () => {
      await page.open('/login')
      await fill(page, ajo.person('owner'), withScript)
      await press(page, 'Proceed')
      await sees(page, withScript ? 'Login Successful' : 'in a browser from 2022 or later')
    })
    if (withScript) await job('start a campaign', () => startCampaign(page))
    expect(page.errors).toEqual([])
    const how = withScript ? 'works' : 'works natively'
    process.stdout.write(`${name} ${how}: ${done.join(', ')}\n`)
  })

async function openCampaign(page: OldBrowser) {
  await page.open('/campaigns')
  await page.until(`(() => {
    const link = document.querySelector('article a')
    if (link) link.click()
    return link
  })()`)
  await page.until("location.pathname.startsWith('/c/') && document.readyState === 'complete'")
}

/** Opens the link to this path in the newest mail to an address, which jobs send. */
async function openMail(page: OldBrowser, to: string, subject: string, path: string) {
  await reloadUntil(
    page,
    `[...document.querySelectorAll('li')].some((each) => {
      const link = each.textContent.includes('${to}') && each.querySelector('a')
      const isWanted = link && link.textContent.includes('${subject}')
      if (isWanted) link.click()
      return isWanted
    })`,
  )
  const link = `document.querySelector('a[href*="${path}"]')`
  await page.until(link)
  await page.open(await page.run<string>(`${link}.href`))
}

async function startCampaign(page: OldBrowser) {
  // Another version may have left a draft.
  await page.run("fetch('/api/draft', { method: 'DELETE' }).then(() => true)")
  await page.open('/dashboard/campaigns/create')
  await fill(page, { title: 'A well', country: 'Nigeria', city: 'Ife', category: 'Health' }, true)
  await press(page, 'Next')
  await fill(
    page,
    {
      description: because,
      goalAmount: '5000000',
      startDate: inDays(2),
      endDate: inDays(60),
      raiseMoneyFor: because,
      importance: because,
      impact: because,
    },
    true,
  )
  const picture = test.info().outputPath('well.jpg')
  // 7 MB, which the page shrinks before it sends them.
  const noise = { type: 'gaussian', mean: 120, sigma: 30 } as const
  const create = { width: 4624, height: 3468, channels: 3, background: '#68a', noise } as const
  await sharp({ create }).jpeg({ quality: 80 }).toFile(picture)
  await page.chooseFile('input[type=file]', picture)
  await page.until('document.querySelector(\'[aria-label="Remove photo 1"]\')')
  await sees(page, 'Draft saved')
  await press(page, 'Next')
  await page.until("document.querySelector('[name=accountNumber]')")
}
