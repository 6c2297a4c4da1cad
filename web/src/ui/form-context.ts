import { createContext } from 'preact';

/** True once somebody tried to send the form around a field while a field was empty. */
export const FormContext = createContext(false);
