import { MetadataStorage } from 'class-validator';

type FoundMetadata = ReturnType<MetadataStorage['getTargetValidationMetadatas']>;

/**
 * class-validator looks through the rules of all classes for every object that it validates, which for a list of 2,000
 * objects is most of its work. The rules of a class never change once its decorators have run, so they are found once.
 */
class RememberingMetadataStorage extends MetadataStorage {
  readonly #found = new WeakMap<object, FoundMetadata>();

  override getTargetValidationMetadatas(
    ...search: Parameters<MetadataStorage['getTargetValidationMetadatas']>
  ): FoundMetadata {
    const [type] = search;
    let found = this.#found.get(type);
    if (found === undefined) {
      found = super.getTargetValidationMetadatas(...search);
      this.#found.set(type, found);
    }
    return found;
  }
}

declare global {
  /** Where class-validator keeps its metadata, and where its `getMetadataStorage` finds them. */
  var classValidatorMetadataStorage: MetadataStorage | undefined;
}

globalThis.classValidatorMetadataStorage ??= new RememberingMetadataStorage();
