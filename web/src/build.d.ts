/** The name of the build, as `/v1/meta` says it; put in by the build. */
declare const __WEB_BUILD__: string;
/** In the worker alone: the address of every file of the build. */
declare const __FILES__: readonly string[];
