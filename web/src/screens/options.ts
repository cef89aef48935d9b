/** The options of Sushi Go!: the values of the form, and their conversion for the wire. */
import type { SushiGoOptions } from '../protocol/types';

export interface OptionsForm {
  pass: 'left' | 'both';
  dummy: boolean;
  penalty: boolean;
  first: 'lot' | '0' | '1';
}

export const defaultOptions = (): OptionsForm => ({ pass: 'left', dummy: false, penalty: false, first: 'lot' });

export function toWire(form: OptionsForm, seats: number): SushiGoOptions {
  const dummy = form.dummy && seats === 2;
  return {
    pass: form.pass,
    dummy,
    dummy_pudding_penalty: dummy && form.penalty,
    first_control: dummy && form.first !== 'lot' ? Number(form.first) : null,
  };
}
