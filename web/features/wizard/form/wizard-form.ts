import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, type UseFormReturn } from 'react-hook-form'
import type * as z from 'zod/mini'

import { type editContactSchema } from '#shared/campaign-edit.ts'
import { basicSchema, contactSchema, informationSchema } from '#shared/campaign.ts'

export type BasicForm = z.input<typeof basicSchema>
export type InformationForm = z.input<typeof informationSchema>
export type ContactForm = z.input<typeof contactSchema> &
  Pick<z.input<typeof editContactSchema>, 'currentPassword'>

/** What a wizard starts with: the parts of a draft that each tab can take. */
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

/** What a new campaign and one that is there have to keep to is not the same. */
type WizardSchemas = {
  information: z.core.$ZodType<unknown, InformationForm>
  contact: z.core.$ZodType<unknown, ContactForm>
}
const submissionSchemas: WizardSchemas = { information: informationSchema, contact: contactSchema }

/** One form per tab, each with the schema that the server checks too; raw, so that what was typed is what is sent. */
export function useWizardForms(
  start: WizardDefaults,
  schemas: WizardSchemas = submissionSchemas,
): WizardForms {
  const basic = useForm<BasicForm>({
    resolver: zodResolver(basicSchema, undefined, { raw: true }),
    mode: 'onTouched',
    defaultValues: { title: '', country: '', city: '', ...start.basic },
  })
  const information = useForm<InformationForm>({
    resolver: zodResolver(schemas.information, undefined, { raw: true }),
    mode: 'onTouched',
    defaultValues: { ...noInformation, ...start.information },
  })
  const contact = useForm<ContactForm>({
    resolver: zodResolver(schemas.contact, undefined, { raw: true }),
    mode: 'onTouched',
    defaultValues: {
      ...noContact,
      ...(schemas !== submissionSchemas && { currentPassword: '' }),
      ...start.contact,
    },
  })
  return { basic, information, contact }
}

const noInformation: InformationForm = {
  description: '',
  goalAmount: '',
  startDate: '',
  endDate: '',
  raiseMoneyFor: '',
  importance: '',
  impact: '',
  images: [],
}

const noContact: ContactForm = {
  name: '',
  email: '',
  phone: '',
  bank: '',
  accountNumber: '',
  showContact: false,
}

/** Everything that is typed in, tab by tab, as the server takes it. */
export function wizardValues({ basic, information, contact }: WizardForms) {
  return { ...basic.getValues(), ...information.getValues(), ...contact.getValues() }
}
