import { ApiError, browserApi, toPath } from '../../../api/client.ts'
import type { Address } from '../../../api/routes.ts'
import { useApiAction } from '../../../forms/use-api-action.ts'
import { adminText } from '../../../text/admin.ts'
import { toast } from '../../../ui/toast.tsx'

/** Those with at most one value, `id`. */
export type StaffAddress = Exclude<Address<'post'>, `${string}/:${string}/:${string}`>

type Options = {
  /** Codes of errors that mean that the page is outdated. */
  outdatedCodes?: readonly string[]
  onOutdated?: () => void
}

/** Posts what a reviewer or an admin does, shows the message and calls `onDone`. Resolves to true on success. `pending` is the address in progress. */
export function useStaffAction(
  onDone: () => void,
  { outdatedCodes = [], onOutdated = onDone }: Options = {},
) {
  const { run, pending, busy } = useApiAction()
  const act = (
    path: StaffAddress,
    id: string | number | null,
    message: string | undefined,
    body: object = {},
  ) =>
    run(
      async () => {
        let answer: object | null
        try {
          answer = await browserApi.post(path, body, { id } as { id: string })
        } catch (error) {
          if (error instanceof ApiError && outdatedCodes.includes(error.code)) onOutdated()
          throw error
        }
        if (message !== undefined) toast(toDone(answer, message))
        onDone()
      },
      toPath(path, { id }),
    )
  return { act, pending, busy }
}

/** The message after an act, which may wait for a second person. */
export const toDone = (answer: object | null, message: string) =>
  answer && 'waits' in answer ? adminText.waitsForSecond : message
