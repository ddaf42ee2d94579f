import * as fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'

import { enableSessionStorage } from '#web/api/session-storage.ts'
import { keepTypedText, saveTypedText } from '#web/forms/typed-text.ts'
import { keepDonation, readDonation } from '#web/navigation/carried-donation.ts'
import { continueDraft, recordVisit } from '#web/navigation/record-visit.ts'
import { getLatestDraft } from '#web/pages/dashboard/wizard/draft.ts'
import { readUnsavedDraft, storeUnsavedDraft } from '#web/pages/dashboard/wizard/unsaved-draft.ts'
import { adaAccount } from '#test/support/web/accounts.ts'
import { listSavedDonations, saveDonation } from '#web/pages/parts/donation/saved-donation.ts'
import { forgetAccount, rememberAccount } from '#web/pages/parts/session/session.ts'

const forms = ['report', 'feedback']
const ends = ['log out', 'expire', 'end elsewhere'] as const
const steps = fc.oneof(
  fc.record({ act: fc.constant('fill in' as const), form: fc.constantFrom(...forms) }),
  fc.record({ act: fc.constantFrom('donate', 'lose connection', 'draft', 'log in', 'continue') }),
  fc.record({ act: fc.constant('open page' as const), path: fc.constantFrom('/', '/c/well') }),
  fc.record({ act: fc.constant('open tab' as const), tab: fc.nat(2) }),
  fc.record({ act: fc.constantFrom(...ends) }),
  fc.record({ act: fc.constant('hand over' as const), end: fc.constantFrom(...ends) }),
)
type Step = { act: string } & Record<string, unknown>

afterEach(() => clearDevice())

/** Ada has an account. Bola uses the device as a guest, and with an account. What each types begins with the name. */
class Device {
  holder: 'ada' | 'bola' = 'bola'
  account: 'ada' | 'bola' | null = null
  tabs: Record<string, string>[] = []
  tab = 0
  number = 0
  /** Drafts that did not come along with the login that their page led to. */
  lost: string[] = []

  /** Nothing tells two guests apart, so that Ada logs in before she types. */
  text() {
    if (this.holder === 'ada' && this.account === null) this.logIn()
    return `${this.holder} ${this.number++}`
  }

  logIn() {
    recordVisit({ pathname: '/login', search: '' })
    document.cookie = `uid=${this.holder}; Path=/`
    this.account = this.holder
    rememberAccount({ ...adaAccount, uid: this.holder })
  }

  end(how: unknown) {
    if (this.account === null) return
    this.account = null
    if (how !== 'end elsewhere') document.cookie = 'uid=; Max-Age=0; Path=/'
    if (how === 'log out') {
      forgetAccount()
      // The next document begins without the state of this one.
      enableSessionStorage()
    } else if (how === 'expire') rememberAccount(null)
    // The page of an account whose session was ended elsewhere asks for a login.
    else this.logIn()
  }

  openTab(tab: number) {
    this.tabs[this.tab] = Object.fromEntries(Object.entries(sessionStorage) as [string, string][])
    sessionStorage.clear()
    this.tab = tab
    for (const [key, value] of Object.entries(this.tabs[tab] ?? {}))
      sessionStorage.setItem(key, value)
    // Each document of the dashboard does so when it opens.
    if (this.account !== null) rememberAccount({ ...adaAccount, uid: this.account })
  }

  take({ act, form, path, tab, end }: Step) {
    switch (act) {
      case 'fill in':
        return saveTypedText(toForm(this.text()), String(form))
      case 'donate':
        return keepDonation({ campaign: 'well', values: { email: this.text() } })
      case 'lose connection':
        return saveDonation({ campaign: this.text(), idempotencyKey: 'key', amount: '5,000' })
      case 'draft':
        return this.draft()
      case 'log in':
        return this.logIn()
      case 'continue':
        return this.continue()
      case 'open page':
        return recordVisit({ pathname: String(path), search: '' })
      case 'open tab':
        return this.openTab(Number(tab))
      case 'hand over':
        return this.handOver(end)
      default:
        return this.end(act)
    }
  }

  draft() {
    const draft = { tab: 0, values: { title: this.text() } }
    storeUnsavedDraft({ uid: this.account, writer: 'writer', draft })
  }

  /** The link on the page that a visitor filled in leads to the login. */
  continue() {
    if (this.account !== null || this.holder === 'ada') return
    this.draft()
    const { draft } = readUnsavedDraft() as { draft: { values: { title: string } } }
    continueDraft(true)
    this.logIn()
    const taken = getLatestDraft(null, this.holder)?.defaults.basic?.title
    if (taken !== draft.values.title) this.lost.push(draft.values.title)
  }

  /** Ada does everything with her account. */
  handOver(end: unknown) {
    this.holder = this.holder === 'ada' ? 'bola' : 'ada'
    this.end(end)
    if (this.holder === 'ada') this.logIn()
  }

  /** What the pages show and send. */
  findShown() {
    const texts = forms.map((name) => {
      const form = toForm('')
      keepTypedText(form, name)()
      return form.querySelector('input')?.value
    })
    const draft = getLatestDraft(null, this.account)
    return JSON.stringify([texts, readDonation(), listSavedDonations(), draft])
  }
}

function toForm(text: string) {
  const form = document.createElement('form')
  form.innerHTML = '<input name="text">'
  const field = form.querySelector('input')
  if (field) field.value = text
  return form
}

function clearDevice() {
  document.cookie = 'uid=; Max-Age=0; Path=/'
  sessionStorage.clear()
  localStorage.clear()
  rememberAccount(adaAccount)
  localStorage.clear()
}

it('keeps no saved donation of an account that logs out', () => {
  document.cookie = 'uid=ada; Path=/'
  saveDonation({ campaign: 'well', idempotencyKey: 'key', amount: '5,000' })
  forgetAccount()
  expect(localStorage.getItem('saved-donation')).toBeNull()
})

/** `npm run test:long` runs 500. */
const histories = Math.min(500, Number(process.env['HISTORIES'] ?? 60))

it(`shows and sends nothing of one person to the other in ${histories} histories of a shared device`, () => {
  let shown = 0
  const history = fc.array(steps, { minLength: 5, maxLength: 40 })
  fc.assert(
    fc.property(history, (taken: Step[]) => {
      clearDevice()
      const device = new Device()
      for (const step of taken) {
        device.take(step)
        const found = device.findShown()
        const other = device.holder === 'ada' ? 'bola' : 'ada'
        // Without an account Ada is a guest, as Bola is at times, and sees what a guest has left.
        const isOther = found.includes(`${other} `) && (other === 'ada' || device.account !== null)
        expect(isOther ? found : '').toBe('')
        if (found.includes(`${device.holder} `)) shown++
      }
      expect(device.lost).toEqual([])
    }),
    { numRuns: histories, seed: 36 },
  )
  expect(shown).toBeGreaterThan(2 * histories)
}, 300_000)
