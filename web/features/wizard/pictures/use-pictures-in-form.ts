import { useEffect } from 'react'

import { storedImages, type Picture } from './use-pictures.ts'
import type { WizardForms } from '../form/wizard-form.ts'

/** The pictures that are stored are a field of the second tab. */
export function usePicturesInForm(form: WizardForms['information'], pictures: readonly Picture[]) {
  useEffect(() => {
    const images = storedImages(pictures)
    if (JSON.stringify(images) === JSON.stringify(form.getValues('images'))) return
    form.setValue('images', images, { shouldDirty: true, shouldValidate: images.length > 0 })
  }, [form, pictures])
}
