import { createContext } from 'preact';

/** True if a required field was empty when the user last tried to submit the surrounding form. */
export const FormContext = createContext(false);
