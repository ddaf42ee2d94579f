import { ChevronDown } from 'lucide-react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import {
  createContext,
  type ReactNode,
  type SyntheticEvent,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type * as z from 'zod/mini'

import { mapTexts } from '#shared/campaign-content.ts'
import type { editContactSchema } from '#shared/campaign-edit.ts'
import type { basicSchema, contactSchema, informationSchema } from '#shared/campaign.ts'

import type { ApiError } from '../../../api/client.ts'
import { FormAlert, toFormProblem } from '../../../forms/form-alert.tsx'
import { SubmitButton } from '../../../forms/submit-button.tsx'
import {
  type FormSettings,
  useCheckedForm,
  useFormChecks,
} from '../../../forms/use-checked-form.ts'
import { classNames } from '../../../ui/class-names.ts'

export type BasicForm = z.input<typeof basicSchema>
export type InformationForm = z.input<typeof informationSchema>
export type ContactForm = z.input<typeof contactSchema> &
  Pick<z.input<typeof editContactSchema>, 'currentPassword' | 'code'>

/** The default values of each tab. */
export type WizardDefaults = {
  basic: Partial<BasicForm>
  information: Partial<InformationForm>
  contact: Partial<ContactForm>
}

export type WizardForms = {
  basic: UseFormReturn<BasicForm>
  information: UseFormReturn<InformationForm>
  contact: UseFormReturn<ContactForm>
  /** Must have resolved before a tab is validated. Fails with an `ApiError`. */
  loadChecks: () => Promise<unknown>
}

/** The schemas differ between submitting and editing. */
type WizardSchemas = {
  information: FormSettings<InformationForm>['schema']
  contact: FormSettings<ContactForm>['schema']
}
const submissionSchemas: WizardSchemas = {
  information: 'informationSchema',
  contact: 'contactSchema',
}

export const visitorSchemas: WizardSchemas = {
  ...submissionSchemas,
  information: 'visitorInformationSchema',
}

/** One form per tab with the server's schema. Raw values are sent as they were typed. */
export function useWizardForms(
  defaults: Partial<WizardDefaults> = {},
  schemas: WizardSchemas = submissionSchemas,
): WizardForms {
  const basic = useCheckedForm<BasicForm>({
    schema: 'basicSchema',
    defaultValues: { title: '', country: '', city: '', ...defaults.basic },
  })
  const information = useCheckedForm<InformationForm>({
    schema: schemas.information,
    defaultValues: { ...emptyInformation, ...defaults.information },
  })
  const contact = useCheckedForm<ContactForm>({
    schema: schemas.contact,
    defaultValues: { ...emptyContact, ...defaults.contact },
  })
  const tabs = [basic, information, contact]
  return {
    basic: basic.form,
    information: information.form,
    contact: contact.form,
    loadChecks: () => Promise.all(tabs.map(({ checks }) => checks.load())),
  }
}

const emptyInformation: InformationForm = {
  ...mapTexts(() => ''),
  goalAmount: '',
  startDate: '',
  endDate: '',
  images: [],
  budget: [],
}

const emptyContact: ContactForm = {
  name: '',
  email: '',
  phone: '',
  accountNumber: '',
  bank: '',
  payeeKind: 'self',
  payeeName: '',
  payeeEmail: '',
  cacNumber: '',
  scumlNumber: '',
  accountName: '',
  showContact: false,
  aboutChild: false,
  guardian: '',
  childConsent: false,
  aboutHealth: false,
  healthConsentBy: '',
  healthConsent: false,
}

/** The chosen category. A campaign in the category Health is about health, also while the tab that asks for it is not loaded. */
export function useCategory({ basic, contact }: WizardForms) {
  const category = basic.watch('category')
  const { setValue } = contact
  useEffect(() => {
    if (category === 'Health') setValue('aboutHealth', true)
  }, [category, setValue])
  return category
}

export function wizardValues({ basic, information, contact }: Omit<WizardForms, 'loadChecks'>) {
  return { ...basic.getValues(), ...information.getValues(), ...contact.getValues() }
}

type TabFormProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  action: string
  onSend: () => Promise<void>
  children: ReactNode
}

type Refusal = { error: ApiError; forms: WizardForms }

/** The last error response to what the tabs send. Undefined where a tab sends nothing. */
export const TabRefusal = createContext<Refusal | undefined>(undefined)

/** What stands above the fields of the tabs. */
function findProblem(refusal: Refusal | undefined): string | null {
  const values = refusal ? wizardValues(refusal.forms) : {}
  return toFormProblem(refusal?.error, (name) => name in values)
}

export function TabForm<Values extends FieldValues>(props: TabFormProps<Values>) {
  const { form, action, onSend, children } = props
  const [busy, setBusy] = useState(false)
  const refusal = useContext(TabRefusal)
  const checks = useFormChecks(form)
  const problem = findProblem(refusal)
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    await onSend().finally(() => setBusy(false))
  }
  return (
    <form {...checks} noValidate onSubmit={submit} className="grid max-w-2xl gap-2 lg:gap-5">
      {problem !== null && <FormAlert>{problem}</FormAlert>}
      {children}
      <SubmitButton
        busy={busy}
        wait={refusal?.error}
        className="w-full sm:w-auto sm:min-w-40 sm:justify-self-start"
      >
        {action}
      </SubmitButton>
    </form>
  )
}

type Props = {
  title: string
  example?: string
  isFirst?: boolean
  /** Folded at first on wide screens too. */
  isFolded?: boolean
  children: ReactNode
}

/** Whether what helps or comes later is folded at first. */
export const isNarrow = () => globalThis.matchMedia?.('(width < 64rem)').matches

/** Fields of a tab that belong together. Narrow screens fold all groups but the first and those with an error. */
export function FieldGroup(props: Props) {
  const { title, example, isFirst = false, isFolded = false, children } = props
  const group = useRef<HTMLDetailsElement>(null)
  // A folded field could not be focused.
  useLayoutEffect(() => {
    if (group.current?.querySelector('[aria-invalid=true]')) group.current.open = true
  })
  return (
    <details
      ref={group}
      open={isFirst || !(isFolded || isNarrow())}
      className={classNames(
        !isFolded && 'filters lg:not-first:pt-6',
        'group/fields not-first:border-t not-first:border-line',
      )}
    >
      <summary className="flex min-h-12 list-none items-center justify-between text-lg font-bold [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown
          aria-hidden="true"
          size={20}
          className="text-muted group-open/fields:rotate-180"
        />
      </summary>
      <div className="grid gap-5 pb-3">
        <div>
          <h2 className={isFolded ? 'sr-only' : 'text-lg font-bold max-lg:sr-only'}>{title}</h2>
          {example !== undefined && <p className="text-sm text-muted">{example}</p>}
        </div>
        {children}
      </div>
    </details>
  )
}
