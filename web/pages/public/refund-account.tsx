import { formatNaira } from '#shared/money.ts'
import { useActionData, useLoaderData } from '#web/router/navigate.tsx'
import { data, redirect } from '#web/router/responses.ts'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '#web/router/route.ts'

import { getApi } from '../../api/client.ts'
import { ActionForm } from '../../forms/action-form.tsx'
import { readValues, submitForm } from '../../forms/form-action.ts'
import type { FormResult } from '../../forms/form-result.ts'
import { SubmitButton } from '../../forms/submit-button.tsx'
import { TaskPage } from '../../layouts/task-page.tsx'
import { paths, refundAccountPath } from '../../navigation/paths.ts'
import { refundText } from '../../text/refund.ts'
import { Field, SelectField } from '../../ui/fields.tsx'
import { DonePanel } from '../../ui/done-panel.tsx'

const { account: text } = refundText

export async function loader({ context, params }: LoaderFunctionArgs) {
  return getApi(context).get('/refund-accounts/:id', { id: params.token ?? '' })
}

type Result = FormResult & { holder?: string }

/** The first time the server answers with the holder's name, which the donor confirms. 'Change' shows the form again as it was typed. */
export async function action({ context, params, request }: ActionFunctionArgs) {
  const { step, ...values } = await readValues(request)
  if (step === 'change') return data<Result>({ values, fields: {}, message: null })
  const { token = '' } = params
  let unconfirmed: string | null = null
  const result = await submitForm({ values, schema: 'refundAccountSchema' }, async (account) => {
    const response = await getApi(context).post('/refund-accounts/:id', account, { id: token })
    unconfirmed = response.holder
    return redirect(refundAccountPath(token))
  })
  if (unconfirmed === null) return result
  return data<Result>({ values, fields: {}, message: null, holder: unconfirmed })
}

/** Opened from a mail, without an account. Works without script. */
export function Component() {
  const { amount, campaign, isDone } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>() as Result | undefined
  return (
    <TaskPage title={text.title}>
      {isDone ? (
        <DonePanel link={{ to: paths.landing, name: text.home }}>{text.done}</DonePanel>
      ) : (
        <>
          <p className="wrap-anywhere">{text.intro({ sum: formatNaira(amount), campaign })}</p>
          <p className="text-sm text-muted">{text.caution}</p>
          {result?.holder === undefined ? (
            <AccountForm result={result} />
          ) : (
            <ConfirmForm values={result.values} holder={result.holder} />
          )}
        </>
      )}
    </TaskPage>
  )
}

function AccountForm({ result }: { result: Result | undefined }) {
  const { banks } = useLoaderData<typeof loader>()
  return (
    <ActionForm result={result} schema="refundAccountSchema">
      {(field) => (
        <>
          <SelectField
            label={text.bank}
            options={banks.map(({ id, name }) => ({ value: String(id), label: name }))}
            {...field('bank')}
            required
          />
          <Field
            label={text.number}
            inputMode="numeric"
            autoComplete="off"
            maxLength={10}
            {...field('accountNumber')}
            required
          />
          <SubmitButton wait={result}>{text.check}</SubmitButton>
        </>
      )}
    </ActionForm>
  )
}

function ConfirmForm({ values, holder }: { values: FormResult['values']; holder: string }) {
  const { bank, accountNumber } = values
  return (
    <form method="post" className="grid gap-5">
      {Object.entries({ bank, accountNumber, holder }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p className="card p-5 font-semibold wrap-anywhere">{text.confirm({ holder })}</p>
      <div className="grid gap-3">
        <SubmitButton wait={undefined}>{text.send}</SubmitButton>
        <SubmitButton wait={undefined} name="step" value="change" variant="quiet">
          {text.change}
        </SubmitButton>
      </div>
    </form>
  )
}
