import { zodResolver } from '@hookform/resolvers/zod'
import { createContext, useContext, useState, type ReactNode, type SyntheticEvent } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'

import { type editContactSchema } from '#shared/campaign-edit.ts'
import { basicSchema, contactSchema, informationSchema } from '#shared/campaign.ts'

import { SubmitButton } from '../../../forms/submit-button.tsx'
import type { RetryWait } from '../../../forms/use-countdown.ts'

export type BasicForm = z.input<typeof basicSchema>
export type InformationForm = z.input<typeof informationSchema>
export type ContactForm = z.input<typeof contactSchema> &
  Pick<z.input<typeof editContactSchema>, 'currentPassword'>

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
}

/** The schemas differ between submitting and editing. */
type WizardSchemas = {
  information: z.core.$ZodType<unknown, InformationForm>
  contact: z.core.$ZodType<unknown, ContactForm>
}
const submissionSchemas: WizardSchemas = { information: informationSchema, contact: contactSchema }

/** One form per tab with the server's schema. Raw values are sent as they were typed. */
export function useWizardForms(
  defaults: WizardDefaults,
  schemas: WizardSchemas = submissionSchemas,
): WizardForms {
  const basic = useForm<BasicForm>({
    resolver: zodResolver(basicSchema, undefined, { raw: true }),
    mode: 'onTouched',
    defaultValues: { title: '', country: '', city: '', ...defaults.basic },
  })
  const information = useForm<InformationForm>({
    resolver: zodResolver(schemas.information, undefined, { raw: true }),
    mode: 'onTouched',
    defaultValues: { ...emptyInformation, ...defaults.information },
  })
  const contact = useForm<ContactForm>({
    resolver: zodResolver(schemas.contact, undefined, { raw: true }),
    mode: 'onTouched',
    defaultValues: {
      ...emptyContact,
      ...(schemas !== submissionSchemas && { currentPassword: '' }),
      ...defaults.contact,
    },
  })
  return { basic, information, contact }
}

const emptyInformation: InformationForm = {
  description: '',
  goalAmount: '',
  startDate: '',
  endDate: '',
  raiseMoneyFor: '',
  importance: '',
  impact: '',
  images: [],
}

const emptyContact: ContactForm = {
  name: '',
  email: '',
  phone: '',
  bank: '',
  accountNumber: '',
  showContact: false,
}

/** The values of all tabs. */
export function wizardValues({ basic, information, contact }: WizardForms) {
  return { ...basic.getValues(), ...information.getValues(), ...contact.getValues() }
}

type TabFormProps = { action: string; onSend: () => Promise<void>; children: ReactNode }

/** The last error response to what the tabs send. Undefined where a tab sends nothing. */
export const TabWait = createContext<RetryWait>(undefined)

/** The fields of a tab with its submit button. */
export function TabForm({ action, onSend, children }: TabFormProps) {
  const [busy, setBusy] = useState(false)
  const wait = useContext(TabWait)
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    await onSend().finally(() => setBusy(false))
  }
  return (
    <form noValidate onSubmit={submit} className="grid max-w-2xl gap-5">
      {children}
      <SubmitButton
        busy={busy}
        wait={wait}
        // Keeps the focus in the field: blur validation would show or hide a message and move the button during the click.
        onMouseDown={(event) => event.preventDefault()}
        className="w-full sm:w-auto sm:min-w-40 sm:justify-self-start"
      >
        {action}
      </SubmitButton>
    </form>
  )
}
