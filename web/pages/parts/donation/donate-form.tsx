import { ChevronDown, Lock } from 'lucide-react'
import {
  type ReactNode,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type SubmitEvent,
} from 'react'

import {
  donationMax,
  donationMin,
  type FeeRange,
  getFeeRange,
  platformCharge,
  quoteFees,
} from '#shared/fees.ts'
import { formatNaira, formatNairaInText, kobo, type Kobo } from '#shared/money.ts'
import { parseNaira } from '#shared/parse-naira.ts'
import { Link, useNavigation } from '#web/router/navigate.tsx'
import { browserNames } from '#shared/browser-names.ts'
import { submitNatively } from '#web/router/form.tsx'
import { RequestContext } from '#web/router/request-context.ts'

import { ActionForm, type FieldProps } from '../../../forms/action-form.tsx'
import { type FormResult, type FormValues, toValues } from '../../../forms/form-result.ts'
import { SubmitButton } from '../../../forms/submit-button.tsx'
import { donationPath } from '../../../navigation/paths.ts'
import { donationText } from '../../../text/donation.ts'
import { CheckboxField, Field, TextAreaField } from '../../../ui/fields.tsx'
import { MoneyField } from '../../../ui/money-field.tsx'
import { Abroad } from '../../../api/site.tsx'
import { carryDonation } from './carry-donation.ts'
import type { ResumedDonation } from './resume-donation.ts'
import { readDonation } from '../../../navigation/carried-donation.ts'
import type { NoteProps } from './saved-donation-note.tsx'

const schema = () => import('./donation-schema.ts')

type DonateFormProps = {
  campaignId: string
  /** One key per form, so that a double click counts as one donation. */
  idempotencyKey: string
  /** The code of the link under which the donor came. */
  link?: string | undefined
  actionResult?: FormResult | undefined
  /** What the donor typed before, perhaps for another campaign. */
  resumed?: ResumedDonation | null | undefined
  email?: string | undefined
  /** The campaign has no end, so donors may give every month. */
  isLasting?: boolean
  /** True on a public page, which has no client router. */
  isDocument?: boolean
}

/** Works without script: then the server runs the action that the browser runs otherwise. */
export function DonateForm(props: DonateFormProps) {
  const { campaignId, actionResult, isDocument = false } = props
  const sending = useDonationSubmit(isDocument, campaignId)
  const { note, ended } = sending.saved
  const resumed = useResumed(campaignId, props.resumed ?? null)
  const { result = actionResult } = sending
  return (
    <>
      {note && <note.Component {...note} />}
      <Abroad hasChoice />
      <div hidden={note !== null}>
        <Fields
          key={`${ended} ${resumed === null}`}
          {...props}
          {...sending}
          resumed={resumed}
          result={result}
        />
      </div>
    </>
  )
}

type FieldsProps = DonateFormProps & ReturnType<typeof useDonationSubmit>

function Fields({
  campaignId,
  idempotencyKey,
  link,
  resumed,
  email,
  isLasting,
  isDocument = false,
  busy,
  result,
  submit,
}: FieldsProps) {
  const text = donationText
  const earlier = resumed?.campaign === campaignId ? resumed : null
  const values = toTyped(result, earlier)
  const { amountField, amount, pick, readAmount } = useAmount(values['amount'])
  const [chosen, setChosen] = useState<FormValues>(values)

  return (
    <ActionForm
      result={result}
      schema={schema}
      problem={(message) => <ErrorNote message={message} />}
      onSubmit={(event) => void submit(event)}
      onInput={(event) => {
        const typed = toValues(new FormData(event.currentTarget))
        setChosen(typed)
        carryDonation(typed)
        if (isDocument) void loadSending()
      }}
      // The bar at the bottom of a phone must not cover what has the focus.
      className="space-y-4 **:scroll-mb-32 md:space-y-5 md:**:scroll-mb-0"
    >
      {(field) => (
        <>
          {result ? null : <UnfinishedNote resumed={earlier} />}
          {renderHidden({
            campaign: campaignId,
            link,
            idempotencyKey: values['idempotencyKey'] ?? idempotencyKey,
          })}
          <div className="space-y-3">
            <MoneyField
              ref={amountField}
              {...field('amount')}
              label={text.amount}
              hint={text.amountHint}
              required
              defaultValue={values['amount']}
              onChange={readAmount}
            />
            <QuickAmounts selected={amount} onPick={pick} />
            <Abroad amount={amount} />
            {isLasting && (
              <CheckboxField
                name="monthly"
                defaultChecked={'monthly' in values}
                label={text.monthly}
              />
            )}
          </div>
          {renderDonorFields({ field, result, values: { email, ...values }, chosen, amount })}
          <Secure>{text.secure}</Secure>
          <div className="sticky bottom-0 z-10 flex items-center gap-3 border-t border-line bg-cream py-3 md:static md:border-0 md:bg-transparent">
            {amount !== null && (
              <p className="money font-bold md:hidden">
                <span className="sr-only">{text.fees.donation}</span> {formatNaira(amount)}
              </p>
            )}
            <SubmitButton busy={busy} wait={result} className="grow">
              {text.pay}
            </SubmitButton>
          </div>
        </>
      )}
    </ActionForm>
  )
}

function renderHidden(values: Record<string, string | undefined>) {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  return entries.map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}

/** What the form was last filled in with. */
function toTyped(result: FormResult | undefined, earlier: ResumedDonation | null): FormValues {
  return result?.values ?? earlier?.values ?? {}
}

/** The amount as it is typed, for the fee quote and the quick amounts. */
function useAmount(initial: string | undefined) {
  const amountField = useRef<HTMLInputElement>(null)
  const [amount, setAmount] = useState(() => parseAmount(initial))
  const readAmount = () => setAmount(parseAmount(amountField.current?.value))
  // Text that was typed before hydration is only in the field.
  useEffect(readAmount, [])

  const pick = (picked: Kobo) => {
    const field = amountField.current
    if (field) field.value = formatNairaInText(picked).slice(1)
    setAmount(picked)
    if (field?.form) carryDonation(toValues(new FormData(field.form)))
  }
  return { amountField, amount, pick, readAmount }
}

function Secure({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 text-sm text-muted">
      <Lock size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
      {children}
    </p>
  )
}

type DonorFields = {
  field: (name: string) => FieldProps
  result: FormResult | undefined
  values: Partial<FormValues>
  /** What is typed and ticked now. */
  chosen: FormValues
  amount: Kobo | null
}

/** Not a component, because the form must know all fields before it shows what belongs to none. */
function renderDonorFields({ field: toField, result, values, chosen, amount }: DonorFields) {
  const text = donationText
  const field = (name: string) => ({ ...toField(name), defaultValue: values[name] })
  const hasError = (names: string[]) => names.some((name) => field(name).error !== undefined)
  const box = (name: string) => {
    const { error } = field(name)
    return { name, error, defaultChecked: name in values }
  }
  return (
    <>
      <Field
        {...field('email')}
        type="email"
        autoComplete="email"
        inputMode="email"
        label={text.email}
        hint={text.emailHint}
        required
      />
      {asksForCode(result) && (
        <Field
          {...field('emailCode')}
          autoComplete="one-time-code"
          label={text.emailCode}
          hint={text.emailCodeHint}
          required
        />
      )}
      <Field {...field('name')} autoComplete="name" label={text.name} maxLength={80} />
      <div>
        <Fold title={text.addMessage} line={chosen['message'] ?? ''} isOpen={hasError(['message'])}>
          <TextAreaField {...field('message')} label={text.message} rows={3} maxLength={500} />
        </Fold>
        <Fold
          title={text.appearance.title}
          line={describeAppearance(chosen)}
          isOpen={hasError(['showName', 'hideAmount', 'showMessage', 'anonymous', 'shareEmail'])}
        >
          <fieldset className="space-y-3">
            <legend className="mb-2 text-sm font-semibold">{text.publicList}</legend>
            <CheckboxField {...box('showName')} label={text.showName} />
            <CheckboxField
              {...box('hideAmount')}
              label={text.hideAmount}
              hint={text.hideAmountHint}
            />
            <CheckboxField
              {...box('showMessage')}
              label={text.showMessage}
              hint={text.showMessageHint}
            />
          </fieldset>
          <CheckboxField {...box('anonymous')} label={text.anonymous} />
          <CheckboxField
            {...box('shareEmail')}
            label={text.shareEmail}
            hint={text.shareEmailHint}
          />
          <CheckboxField {...box('updates')} label={text.updates} hint={text.updatesHint} />
        </Fold>
        <FeeQuote amount={amount} />
      </div>
    </>
  )
}

type FoldProps = { title: string; line: string; isOpen: boolean; children: ReactNode }

/** Fields that most donors leave as they are, behind one line that says how they are. It opens without script. */
function Fold({ title, line, isOpen, children }: FoldProps) {
  return (
    <details open={isOpen} className="group border-t border-line">
      <summary className="flex items-center gap-2 text-sm">
        <span className="grow leading-tight">
          <span className="mr-2 font-semibold">{title}</span>
          <span className="text-muted group-open:invisible">{line}</span>
        </span>
        <ChevronDown size={18} aria-hidden="true" className="shrink-0 group-open:rotate-180" />
      </summary>
      <div className="space-y-4 py-3">{children}</div>
    </details>
  )
}

/** The server asks some donors for the code that it emails to them. The field stays until the donation starts. */
function asksForCode(result: FormResult | undefined): boolean {
  return Boolean(result && ('emailCode' in result.fields || 'emailCode' in result.values))
}

function ErrorNote({ message }: { message: string }) {
  const text = donationText
  return (
    <div role="alert" className="rounded-card border border-danger/40 bg-danger-soft p-4">
      <p className="font-bold text-danger">{text.problem}</p>
      <p className="mt-1 text-sm">
        {message} {message.includes(text.nothingCharged) ? null : text.nothingCharged}
      </p>
    </div>
  )
}

/** The amount for the fee quote, or null if it is outside the limits. */
function parseAmount(typed = ''): Kobo | null {
  const amount = parseNaira(typed) ?? kobo(0)
  return amount >= donationMin && amount <= donationMax ? amount : null
}

type QuickAmountsProps = { selected: Kobo | null; onPick: (amount: Kobo) => void }

/** Buttons for four common amounts. Hidden without script. */
function QuickAmounts({ selected, onPick }: QuickAmountsProps) {
  const text = donationText
  return (
    <fieldset
      aria-label={text.popularAmounts}
      className="grid grid-cols-2 gap-1 min-[22rem]:grid-cols-[repeat(4,auto)] sm:gap-2 noscript:hidden"
    >
      {amounts.map((amount) => (
        <button
          key={amount}
          type="button"
          aria-pressed={amount === selected}
          onClick={() => onPick(amount)}
          className="money min-h-11 rounded-full border border-control px-1 text-sm font-semibold hover:border-ink aria-pressed:border-forest aria-pressed:bg-forest aria-pressed:text-on-forest"
        >
          {formatNairaInText(amount)}
        </button>
      ))}
    </fieldset>
  )
}

const amounts = [2_000, 5_000, 10_000, 25_000].map((naira) => kobo(naira * 100))

/** The fees of the donation by way of paying (readings M2). Without script or an amount it is a sentence. */
function FeeQuote({ amount }: { amount: Kobo | null }) {
  const { fees } = donationText
  const quote = amount === null ? undefined : toQuote(amount)
  return (
    <details className="group border-y border-line text-sm">
      <summary aria-live="polite" className="flex min-h-11 items-center gap-x-4 font-semibold">
        <span className="grow">{quote ? fees.owner : fees.title}</span>
        {quote && <span className="money text-right">{quote.owner}</span>}
        <ChevronDown size={18} aria-hidden="true" className="shrink-0 group-open:rotate-180" />
      </summary>
      {quote === undefined ? (
        <p className="pb-3">{fees.sentence({ platform: formatNairaInText(platformCharge) })}</p>
      ) : (
        <dl className="space-y-1 pb-3">
          {quote.parts.map(([name, part]) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-4">
              <dt>{name}</dt>
              <dd className="money">{part}</dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  )
}

/** The way to pay is chosen on the provider's page, so that the fee before is a range. */
function toQuote(amount: Kobo): { owner: string; parts: [string, string][] } {
  const { fees } = donationText
  const { fee, platform } = quoteFees(amount)
  const abroad = getFeeRange(amount, { channel: 'card', origin: 'international' })
  return {
    owner: formatRange({ min: toOwner(amount, abroad.max), max: toOwner(amount, fee) }),
    parts: [
      [fees.donation, formatNaira(amount)],
      [fees.local, formatNaira(fee)],
      [fees.international, formatRange(abroad)],
      [fees.platform, formatNaira(platform)],
    ],
  }
}

const toOwner = (amount: Kobo, fee: Kobo) => kobo(Math.max(amount - fee - platformCharge, 0))

function formatRange({ min, max }: FeeRange): string {
  return min === max
    ? formatNaira(min)
    : donationText.fees.range({ least: formatNaira(min), most: formatNaira(max) })
}

/** Shown to a donor who left the payment page. A payment that is still open must not be made twice. */
function UnfinishedNote({ resumed }: { resumed: ResumedDonation | null }) {
  const { unfinished: text } = donationText
  const note = useRef<HTMLOutputElement>(null)
  useEffect(() => focusWhenLoaded(note.current), [])
  if (!resumed?.unfinished) return null
  return (
    <output
      ref={note}
      tabIndex={-1}
      className="block rounded-card bg-warning-soft p-4 outline-none"
    >
      <span className="block font-bold text-warning">{text.title}</span>
      <span className="mt-1 block text-sm">
        {text.text}{' '}
        <Link to={donationPath(resumed.unfinished)} className="link">
          {text.check}
        </Link>
      </span>
    </output>
  )
}

/** The browser restores the scroll position by the time a page has loaded, which would leave the note out of sight. */
function focusWhenLoaded(note: HTMLElement | null) {
  if (note === null) return undefined
  const focus = () => requestAnimationFrame(() => note.focus())
  if (document.readyState === 'complete') focus()
  else addEventListener('load', focus, { once: true })
  return () => removeEventListener('load', focus)
}

/** From the boxes that are ticked. */
function describeAppearance(ticked: Record<string, string>): string {
  const { appearance: text } = donationText
  return [
    'showName' in ticked ? text.withName : text.withoutName,
    'hideAmount' in ticked ? text.withoutAmount : text.withAmount,
    ...('anonymous' in ticked ? [text.anonymous] : []),
  ].join(', ')
}

/** Called while the donor types, so that the code is there when the connection is lost. */
const loadSending = () => import('./donate-in-browser.ts').catch(() => null)

/**
 * Submits the donate form. With the client router, the form runs the route's action. A public page loads the action on demand; if it
 * cannot be loaded, the browser submits the form and the server responds with a page.
 */
function useDonationSubmit(isDocument: boolean, campaign: string) {
  const { formMethod } = useNavigation()
  const [isSubmitting, setSubmitting] = useState(false)
  const [result, setResult] = useState<FormResult>()
  const saved = useSavedDonation(isDocument, campaign, setResult)
  const busy = isSubmitting || formMethod === 'post'
  useReloadOnReturn(busy)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    if (!isDocument) return
    event.preventDefault()
    const form = event.currentTarget
    if (isSubmitting) return
    setSubmitting(true)
    const sending = await loadSending()
    if (sending === null) return form.submit()
    const outcome = await sending
      .donateInBrowser(new FormData(form))
      .catch((error: unknown) => submitNatively(form, error))
    if (!outcome) return
    if (outcome.kind === 'leaving') return
    setSubmitting(false)
    if (outcome.kind === 'refused') setResult(outcome.result)
    else saved.show(sending.SavedDonationNote, true)
  }
  return { busy, result, saved, submit }
}

/** The form that was typed in this tab, about which the server knows nothing, unless the donor has begun to type another. */
function useResumed(campaign: string, fromServer: ResumedDonation | null): ResumedDonation | null {
  const [resumed, setResumed] = useState(fromServer)
  useEffect(() => {
    const before = readDonation()
    if (fromServer || before?.campaign !== campaign) return
    void loadSending()
      .then((sending) => sending?.resumeDonation({ context: new RequestContext() }))
      .then((found) => {
        if (found && readDonation()?.carriedAt === before.carriedAt) setResumed(found)
      })
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
  return resumed
}

type Note = { Component: ComponentType<NoteProps>; wasTried: boolean }

/** The donation that waits in this browser, whose note stands in place of the form. */
function useSavedDonation(
  isDocument: boolean,
  campaign: string,
  setResult: (result: FormResult) => void,
) {
  const [note, setNote] = useState<Note | null>(null)
  const [ended, setEnded] = useState(0)
  const show = (Component: Note['Component'], wasTried: boolean) => setNote({ Component, wasTried })
  useEffect(() => {
    if (!isDocument || !mayHaveSaved(campaign)) return
    void loadSending().then((sending) => sending && show(sending.SavedDonationNote, false))
  }, [isDocument, campaign])
  useEffect(() => {
    if (ended > 0) focusForm()
  }, [ended])
  const onEnd = (result?: FormResult) => {
    if (result) {
      setResult(result)
      setEnded(ended + 1)
    }
    setNote(null)
  }
  return { note: note && { ...note, campaign, onEnd }, ended, show }
}

/** The focus was in the note. A field with an error has it already. */
function focusForm() {
  const field = document.querySelector<HTMLInputElement>('form [name=amount]')
  if (!field?.form?.contains(document.activeElement)) field?.focus()
}

function mayHaveSaved(campaign: string): boolean {
  try {
    return localStorage.getItem(browserNames.savedDonation)?.includes(campaign) ?? false
  } catch {
    return false
  }
}

/** A donor who leaves the payment page may come back to this document as it was while it submitted. Reloaded, it says what became of the payment. */
function useReloadOnReturn(busy: boolean) {
  useEffect(() => {
    if (!busy) return
    const reload = ({ persisted }: PageTransitionEvent) => {
      if (persisted) location.reload()
    }
    addEventListener('pageshow', reload)
    return () => removeEventListener('pageshow', reload)
  }, [busy])
}
