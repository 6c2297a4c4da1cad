import { MetadataStorage } from 'class-validator';

type FoundMetadata = ReturnType<MetadataStorage['getTargetValidationMetadatas']>;
type GroupedMetadata = ReturnType<MetadataStorage['groupByPropertyName']>;

/**
 * class-validator looks through the rules of all classes for every object that it validates, and groups what it found by
 * property, which for a list of 2,000 objects is most of its work. The rules of a class never change once its decorators
 * have run, so both are done once for each class.
 */
class RememberingMetadataStorage extends MetadataStorage {
  readonly #found = new WeakMap<object, FoundMetadata>();
  readonly #grouped = new WeakMap<FoundMetadata, GroupedMetadata>();

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

  override groupByPropertyName(found: FoundMetadata): GroupedMetadata {
    let grouped = this.#grouped.get(found);
    if (grouped === undefined) {
      grouped = super.groupByPropertyName(found);
      this.#grouped.set(found, grouped);
    }
    return grouped;
  }
}

declare global {
  /** Where class-validator keeps its metadata, and where its `getMetadataStorage` finds them. */
  var classValidatorMetadataStorage: MetadataStorage | undefined;
}

globalThis.classValidatorMetadataStorage ??= new RememberingMetadataStorage();
