package dev.squeeze.kit.document;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Applies a change to every text of a document. Documents are records of texts, numbers, lists, maps and other records; parts
 * without a changed text remain the same objects, so ordinary documents are not even copied.
 */
final class DocumentText {
    private final UnaryOperator<String> change;

    private DocumentText(UnaryOperator<String> change) {
        this.change = change;
    }

    /**
     * Returns the document with all texts changed.
     *
     * @param change must map different texts to different results, since some of them are map keys
     */
    @SuppressWarnings("unchecked")
    static <T> T with(T document, UnaryOperator<String> change) {
        return (T) new DocumentText(change).of(document);
    }

    private Object of(Object value) {
        if (value instanceof String text) {
            String changed = change.apply(text);
            return changed.equals(text) ? text : changed;
        }
        if (value instanceof List<?> list) {
            return ofList(list);
        }
        if (value instanceof Map<?, ?> map) {
            return ofMap(map);
        }
        if (value instanceof Optional<?> optional) {
            if (optional.isEmpty()) {
                return optional;
            }
            Object changed = of(optional.get());
            return changed == optional.get() ? optional : Optional.of(changed);
        }
        return value instanceof Record record ? ofRecord(record) : value;
    }

    private Object ofList(List<?> list) {
        List<Object> changed = new ArrayList<>(list.size());
        boolean same = true;
        for (Object element : list) {
            Object other = of(element);
            same &= other == element;
            changed.add(other);
        }
        return same ? list : changed;
    }

    private Object ofMap(Map<?, ?> map) {
        Map<Object, Object> changed = new LinkedHashMap<>();
        boolean same = true;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            Object key = of(entry.getKey());
            Object element = of(entry.getValue());
            same &= key == entry.getKey() && element == entry.getValue();
            changed.put(key, element);
        }
        return same ? map : changed;
    }

    private Object ofRecord(Record record) {
        RecordComponent[] components = record.getClass().getRecordComponents();
        Object[] values = new Object[components.length];
        boolean same = true;
        try {
            for (int i = 0; i < components.length; i++) {
                components[i].getAccessor().setAccessible(true);
                Object was = components[i].getAccessor().invoke(record);
                values[i] = of(was);
                same &= values[i] == was || components[i].getType().isPrimitive();
            }
            if (same) {
                return record;
            }
            Class<?>[] types =
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            var constructor = record.getClass().getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException refused) {
                throw refused;
            }
            throw new IllegalStateException("a part of a document cannot be made again: " + record.getClass(), e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a part of a document cannot be read: " + record.getClass(), e);
        }
    }
}
