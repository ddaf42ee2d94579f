import { useActionData, type ActionFunctionArgs } from 'react-router'

import { genders, signUpSchema } from '#shared/account.ts'
import { done, failed } from '#shared/messages.ts'
import { ApiError, apiOf } from '#web/api/client.ts'
import { AuthLayout } from '#web/app/layouts/auth-layout.tsx'
import { PolicyLinks } from '#web/features/policy/policy-links.tsx'
import { AccountForm, type FieldProps } from '#web/features/account/account-form.tsx'
import { createAccount } from '#web/features/account/create-account.ts'
import { answerForm, readValues } from '#web/features/account/form-answer.ts'
import { OtherWay } from '#web/features/account/other-way.tsx'
import { redirectWithToast } from '#web/features/account/redirect-with-toast.ts'
import { rememberAccount } from '#web/features/account/session.ts'
import { paths } from '#web/paths.ts'
import { authText } from '#web/text/auth.ts'
import { policyText } from '#web/text/policy.ts'
import { CheckboxField } from '#web/ui/checkbox-field.tsx'
import { Field } from '#web/ui/field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { SelectField } from '#web/ui/select-field.tsx'

/** Specification §4, Sign-up flow. A form leaves an unticked box out: that is a no. */
export async function action({ request, context }: ActionFunctionArgs) {
  const values = await readValues(request)
  const input = { ...values, terms: values['terms'] !== undefined }
  return answerForm({ values, input, schema: signUpSchema }, async (signUp) => {
    const { account } = await createAccount(apiOf(context), signUp).catch(explained)
    rememberAccount(account)
    return redirectWithToast(paths.emailVerification, done.accountCreated)
  })
}

/** What nobody foresaw has a sentence of its own here (specification §8); what the server explains is said as it is. */
function explained(error: unknown): never {
  if (error instanceof ApiError && error.code === 'internal')
    throw new ApiError(error.status, error.code, { message: failed.createUser })
  throw error
}

export function Component() {
  const text = authText
  const answer = useActionData<typeof action>()
  const { signUp } = text
  const genderOptions = genders.map((gender) => ({ value: gender, label: signUp.genders[gender] }))

  return (
    <AuthLayout title={signUp.title} intro={signUp.intro}>
      <AccountForm answer={answer} submit={text.proceed}>
        {(field) => (
          <>
            <div className="grid gap-5 sm:grid-cols-2">
              <Field label={signUp.firstname} autoComplete="given-name" {...field('firstname')} />
              <Field label={signUp.lastname} autoComplete="family-name" {...field('lastname')} />
            </div>
            <Field label={signUp.email} type="email" autoComplete="email" {...field('email')} />
            <SelectField
              label={signUp.gender}
              options={genderOptions}
              autoComplete="sex"
              {...field('gender')}
            />
            <PasswordField
              label={signUp.password}
              hint={text.atLeastEight}
              autoComplete="new-password"
              {...field('password')}
            />
            <PasswordField
              label={signUp.confirmPassword}
              autoComplete="new-password"
              {...field('confirmPassword')}
            />
            <Terms {...field('terms')} />
          </>
        )}
      </AccountForm>
      <OtherWay lead={signUp.haveAccount} to={paths.login}>
        {text.logIn}
      </OtherWay>
    </AuthLayout>
  )
}

function Terms({ defaultValue, ...field }: FieldProps) {
  const text = authText
  const { read } = policyText
  return (
    <CheckboxField
      label={text.signUp.terms}
      defaultChecked={defaultValue !== undefined}
      hint={<PolicyLinks lead={read} names={['terms', 'privacy']} />}
      {...field}
    />
  )
}
